// A fuzzer for cost: the time that Pith takes for an input grows no faster than the input.
//
//   cost_growth                what is listed in pieces.txt, mixed, then combinations, for PITH_COST_SECONDS (50)
//   cost_growth READER...      only readers whose names begin so
//
// Below 100 seconds, sizes are chosen where a cost just can be measured, and the seed is always the same: what passes
// once, passes again. With more time, larger inputs are measured, and the seed is a new one; it is printed, and
// PITH_COST_SEED=N repeats it. A finding is printed with the times of all sizes, and the exit code is 1.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/cost/growth.h"
#include "tests/cost/readers.h"

using namespace pith::cost;

namespace {

using Clock = std::chrono::steady_clock;

double number_of(const char* variable, double otherwise) {
  const char* const text = std::getenv(variable);
  return text && *text ? std::strtod(text, nullptr) : otherwise;
}

// What is being tried, for whoever wants to know what crashed.
std::string in_work;

void say_what_crashed(int signal) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, in_work.data(), in_work.size());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct Listed {
  const Reader* reader;
  Input input;
};

std::vector<Listed> listed_of(const std::vector<Reader>& readers) {
  std::vector<Listed> out;
  for (const Reader& reader : readers)
    for (const Input& place : reader.places)
      for (const std::string& piece : reader.pieces) out.push_back({&reader, {place.before, piece, place.after}});
  return out;
}

class Fuzzer {
 public:
  explicit Fuzzer(double seconds) : least_(seconds < 100 ? 0.001 : 0.01), end_(Clock::now() + span(seconds)) {}

  bool is_over() const { return Clock::now() >= end_; }
  bool found_none() const { return found_none_; }

  void attempt(const Reader& reader, const Input& input) {
    in_work = "crashed: " + reader.name + ": " + input.name() + "\n";
    const auto begun = Clock::now();
    const Growth growth = growth_of(reader.work, input, reader.most, least_);
    auto& [tried, took] = done_[reader.name];
    ++tried;
    took += Clock::now() - begun;
    if (!growth.too_fast) return;
    found_none_ = false;
    std::cout << reader.name << ": " << input.name() << " grows faster than its size: " << growth.str() << std::endl;
  }

  template <typename Random>
  void attempt_any(const Reader& reader, Random& random) {
    const auto draw = [&](std::size_t below) {
      return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
    };
    const auto piece = [&] { return reader.pieces[draw(reader.pieces.size())]; };
    Input input = reader.places[draw(reader.places.size())];
    if (draw(3) == 0) {  // one in another
      const Input& other = reader.places[draw(reader.places.size())];
      input.before += other.before;
      input.after = other.after + input.after;
    }
    if (draw(3) == 0) {  // below many
      const std::string opening = piece();
      for (std::size_t times = std::size_t{1} << draw(10); times > 0; --times) input.before += opening;
    }
    for (std::size_t pieces = 1 + draw(3); pieces > 0; --pieces) input.unit += piece();
    if (draw(4) == 0) input.after = piece() + input.after;
    attempt(reader, input);
  }

  void report() const {
    for (const auto& [name, done] : done_)
      std::cout << name << ": " << done.first << " inputs in " << std::chrono::duration<double>(done.second).count()
                << " s\n";
  }

 private:
  static Clock::duration span(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  const double least_;
  const Clock::time_point end_;
  bool found_none_ = true;
  std::map<std::string, std::pair<std::size_t, Clock::duration>> done_;
};

}  // namespace

int main(int argc, char** argv) {
  // Memory that was used is kept: the system's time for new memory would grow faster than sizes do.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, say_what_crashed);
  const double seconds = number_of("PITH_COST_SECONDS", 50);
  const auto seed = static_cast<std::uint64_t>(number_of("PITH_COST_SEED", seconds < 100 ? 1 : std::random_device()()));
  std::cout << "seed " << seed << std::endl;
  std::vector<Reader> readers = all_readers();
  std::erase_if(readers, [&](const Reader& reader) {
    return argc > 1 &&
           std::none_of(argv + 1, argv + argc, [&](const char* name) { return reader.name.starts_with(name); });
  });
  std::mt19937_64 random(seed);
  std::vector<Listed> listed = listed_of(readers);
  std::shuffle(listed.begin(), listed.end(), random);
  Fuzzer fuzzer(seconds);
  std::size_t tried = 0;
  for (; tried < listed.size() && !fuzzer.is_over(); ++tried)
    fuzzer.attempt(*listed[tried].reader, listed[tried].input);
  while (!readers.empty() && !fuzzer.is_over())
    fuzzer.attempt_any(readers[std::uniform_int_distribution<std::size_t>(0, readers.size() - 1)(random)], random);
  fuzzer.report();
  std::cout << tried << " of " << listed.size() << " listed inputs" << std::endl;
  return fuzzer.found_none() ? 0 : 1;
}
