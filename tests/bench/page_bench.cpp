#include "tests/bench/page_bench.h"

#include <benchmark/benchmark.h>

#include <cstdint>

#include "tests/bench/page_stages.h"

namespace pith::bench {
namespace {

void run(benchmark::State& state, const PageStage& stage) {
  static const auto pages = real_pages(8);
  for (const auto& page : pages) stage.run(*page);  // everything made only once exists now
  for (auto _ : state)
    for (const auto& page : pages) stage.run(*page);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes_of(pages)) * static_cast<std::int64_t>(state.iterations()));
  state.counters["page"] = benchmark::Counter(
      static_cast<double>(pages.size()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace

void register_page_benchmarks() {
  for (const PageStage& stage : page_stages())
    benchmark::RegisterBenchmark(("page, " + stage.name).c_str(), [&stage](benchmark::State& state) {
      run(state, stage);
    })->Unit(benchmark::kMillisecond);
}

}  // namespace pith::bench
