// Time of parsing, of the equal top-down mapping and of every extractor against page size, 10 kB to 10 MB.
//
//   build-tests/bin/pith_bench                         all
//   build-tests/bin/pith_bench --benchmark_filter=cnr  one
//
// Site-level extractors get four siblings of the same size. Those that are not linear stop at 1 MB.
#include <benchmark/benchmark.h>

#include <array>
#include <map>
#include <memory>

#include "core/etdm.h"
#include "core/parse.h"
#include "core/registry.h"
#include "tests/support/synthetic_pages.h"

using namespace pith;

namespace {

constexpr std::array<std::int64_t, 4> sizes = {10'000, 100'000, 1'000'000, 10'000'000};
constexpr std::array<std::string_view, 3> not_linear = {"sst", "rtdm_td", "rbm_td"};

struct Site {
  std::string source;
  std::vector<Document> pages;  // key page, then siblings
  std::vector<const Document*> siblings;
};

const Site& site_of(std::int64_t bytes) {
  static std::map<std::int64_t, std::unique_ptr<Site>> sites;
  auto& site = sites[bytes];
  if (!site) {
    site = std::make_unique<Site>();
    for (std::uint32_t i = 0; i < 5; ++i) {
      const std::string html = test::SyntheticPage(i).html(static_cast<std::size_t>(bytes));
      if (i == 0) site->source = html;
      site->pages.push_back(std::move(*parse_html(html)));
    }
    for (std::size_t i = 1; i < site->pages.size(); ++i) site->siblings.push_back(&site->pages[i]);
  }
  return *site;
}

void finish(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * state.range(0));
  state.SetComplexityN(state.range(0));
}

void parse(benchmark::State& state) {
  const Site& site = site_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(parse_html(site.source));
  finish(state);
}

void etdm(benchmark::State& state) {
  const Site& site = site_of(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(count_occurrences(site.pages[0], site.siblings, Strictness::tag_attributes));
  finish(state);
}

void extract(benchmark::State& state, const Extractor* extractor) {
  const Site& site = site_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(extractor->extract({site.pages[0], site.siblings}));
  finish(state);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::int64_t size : sizes) {
    benchmark::RegisterBenchmark("parse", parse)->Arg(size)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("etdm, 4 siblings", etdm)->Arg(size)->Unit(benchmark::kMillisecond);
  }
  std::vector<std::unique_ptr<Extractor>> made;
  for (const ExtractorInfo& info : extractors()) {
    made.push_back(std::move(*make_extractor(info.name)));
    const bool linear = std::find(not_linear.begin(), not_linear.end(), info.name) == not_linear.end();
    auto* registered = benchmark::RegisterBenchmark(std::string(info.name).c_str(), extract, made.back().get());
    for (const std::int64_t size : sizes)
      if (linear || size <= 1'000'000) registered->Arg(size);
    registered->Unit(benchmark::kMillisecond);
    if (linear) registered->Complexity(benchmark::oN);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
