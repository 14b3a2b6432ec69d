// Time of parsing, of the equal top-down mapping, of every extractor and of the default one's stages against page size,
// 10 kB to 10 MB; and of comparing a page with its site against the size of the site (site_bench.h).
//
//   build-tests/bin/pith_bench                                  all
//   build-tests/bin/pith_bench --benchmark_filter=cnr           one
//   build-tests/bin/pith_bench --benchmark_filter='parse|pith'  parsing, the stages of the default extractor, all of it
//   build-tests/bin/pith_bench --benchmark_filter=page,         the work for a page, stage by stage, on real pages
//   build-tests/bin/pith_bench --benchmark_filter=site,         sites of 50 to 20,000 pages
//   build-tests/bin/pith_bench --benchmark_filter=index,        writing an index of 50,000 pages; not part of "all"
//   build-tests/bin/pith_bench --benchmark_filter=search,       an index of 100,000 pages; not part of "all"
//
// Site-level extractors get four siblings of the same size. Extractors that are not linear stop at 1 MB.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/main_content/detail/features/context.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/model.h"
#include "core/extract/registry.h"
#include "core/trees/etdm.h"
#include "tests/bench/index_bench.h"
#include "tests/bench/page_bench.h"
#include "tests/bench/search_bench.h"
#include "tests/bench/site_bench.h"
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

// The stages of the default extractor on the key page: the page view, the features, the forests.
void pith_view(benchmark::State& state) {
  const Site& site = site_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(PageView(site.pages[0]));
  finish(state);
}

void pith_features(benchmark::State& state) {
  const PageView view(site_of(state.range(0)).pages[0]);
  for (auto _ : state) benchmark::DoNotOptimize(feature_table(view, page_row(view)));
  finish(state);
}

void pith_context(benchmark::State& state) {
  const PageView view(site_of(state.range(0)).pages[0]);
  const std::vector<float> likely(view.runs.size(), 0.7f);
  for (auto _ : state) {
    FeatureTable table(view.runs.size(), 0);
    add_context(ContextView(view, likely), table);
    benchmark::DoNotOptimize(table);
  }
  finish(state);
}

void pith_forests(benchmark::State& state) {
  const PageView view(site_of(state.range(0)).pages[0]);
  FeatureTable table = feature_table(view, page_row(view));
  add_context(ContextView(view, std::vector<float>(view.runs.size(), 0.7f)), table);
  for (auto _ : state) {
    benchmark::DoNotOptimize(margins_of(builtin_model().first, table));
    benchmark::DoNotOptimize(margins_of(builtin_model().second, table));
  }
  finish(state);
}

void extract_alone(benchmark::State& state, const Extractor* extractor) {
  const Site& site = site_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(extractor->extract({site.pages[0], {}}));
  finish(state);
}

void extract(benchmark::State& state, const Extractor* extractor) {
  const Site& site = site_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(extractor->extract({site.pages[0], site.siblings}));
  finish(state);
}

}  // namespace

int main(int argc, char** argv) {
  const auto whole = std::move(*make_extractor("pith"));
  const auto pith_alone = [&](benchmark::State& state) { extract_alone(state, whole.get()); };
  const std::pair<const char*, std::function<void(benchmark::State&)>> parts[] = {
      {"parse", parse},
      {"etdm, 4 siblings", etdm},
      {"pith, page view", pith_view},
      {"pith, features", pith_features},
      {"pith, context", pith_context},
      {"pith, forests", pith_forests},
      {"pith, no siblings", pith_alone},
  };
  for (const std::int64_t size : sizes)
    for (const auto& [name, part] : parts)
      benchmark::RegisterBenchmark(name, part)->Arg(size)->Unit(benchmark::kMillisecond);
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
  bench::register_page_benchmarks();
  bench::register_site_benchmarks();
  const auto asked_for = [&](std::string_view word) {
    return std::any_of(argv + 1, argv + argc,
                       [&](std::string_view argument) { return argument.find(word) != argument.npos; });
  };
  if (asked_for("index")) bench::register_index_benchmarks();
  if (asked_for("search")) bench::register_search_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
