#include "tests/bench/index_bench.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "tests/bench/index_pages.h"
#include "tests/bench/latencies.h"
#include "tests/support/temporary.h"

namespace pith::bench {
namespace {

constexpr std::uint32_t pages_per_commit = 200;

double bytes_below(const std::string& directory) {
  std::uintmax_t sum = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
    if (entry.is_regular_file()) sum += entry.file_size();
  return static_cast<double>(sum);
}

// Writes an index of this many pages, and commits after every 200.
void write(benchmark::State& state) {
  for (auto _ : state) {
    const test::TemporaryDirectory directory;
    index::Writer writer = open_writer(directory.path());
    const auto pages = static_cast<std::uint32_t>(state.range(0));
    std::vector<double> commits;
    double text = 0;
    const auto start = Clock::now();
    for (std::uint32_t page = 0; page < pages; ++page) {
      text += static_cast<double>(put_page(writer, page));
      if (page % pages_per_commit != pages_per_commit - 1) continue;
      const auto commit_start = Clock::now();
      must(writer.commit());
      commits.push_back(milliseconds_since(commit_start));
    }
    must(writer.close());
    state.counters["documents_per_second"] = pages / (milliseconds_since(start) / 1000);
    state.counters["bytes_per_document"] = bytes_below(directory.path()) / pages;
    state.counters["text_per_document"] = text / pages;
    state.counters["commits"] = static_cast<double>(commits.size());
    report_latencies(state, std::move(commits), "commit_");
  }
}

}  // namespace

void register_index_benchmarks() {
  benchmark::RegisterBenchmark("index, write", write)
      ->Arg(2'000)
      ->Arg(50'000)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace pith::bench
