// Times of single operations, and the figures that a benchmark reports.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace pith::bench {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// As counters, with `prefix` before their names; none without times.
inline void report_latencies(benchmark::State& state, std::vector<double> times, const std::string& prefix = "") {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  state.counters[prefix + "p50_ms"] = at(0.5);
  state.counters[prefix + "p99_ms"] = at(0.99);
}

}  // namespace pith::bench
