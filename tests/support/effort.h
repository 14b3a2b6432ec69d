// The processor time of some work, independent of the machine and of its load.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <random>
#include <unordered_map>
#include <vector>

namespace pith::test {

// Processor time of the calling thread.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

template <typename Work>
double thread_seconds_of(Work&& work) {
  const double begin = thread_seconds();
  work();
  return thread_seconds() - begin;
}

// Work that never changes: it computes, looks up and allocates.
inline double reference_seconds() {
  [[maybe_unused]] static volatile std::size_t result;
  return thread_seconds_of([] {
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> numbers(300'000);
    for (std::uint64_t& number : numbers) number = random();
    std::sort(numbers.begin(), numbers.end());
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> lists;
    for (const std::uint64_t number : numbers) lists[number % 60'000].push_back(number);
    result = lists.size();
  });
}

// The time that the work would take on the machine for which the tests' bounds were chosen; the reference takes 55 ms
// there. It is measured before and after, because a machine may become slower meanwhile.
template <typename Work>
double standard_seconds(Work&& work) {
  const double before = reference_seconds(), seconds = thread_seconds_of(work);
  return seconds * 0.055 / std::max(before, reference_seconds());
}

}  // namespace pith::test
