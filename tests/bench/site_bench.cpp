#include "tests/bench/site_bench.h"

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/main_content/detail/site/site_features.h"
#include "core/extract/site/site_model.h"
#include "crawler_adapter/cache/sibling_choice.h"
#include "crawler_adapter/cache/site_sample.h"
#include "tests/bench/scale_site.h"
#include "tests/support/site_sample.h"

namespace pith::bench {
namespace {

constexpr std::uint32_t keys = 50;  // pages that are compared with the site

struct Key {
  std::size_t page;  // number among the site's pages
  std::uint64_t id;
  PageShape shape;
  PageSummary summary;
  std::vector<std::uint64_t> links;
};

struct Measured {
  std::vector<crawl::SitePage> pages;  // in order of URL, as from the cache
  struct Kept {
    std::uint64_t id;
    std::string sketch, summary;  // as stored in the page cache
  };
  std::vector<Kept> sample;
  std::vector<Key> keys;
  std::unique_ptr<SiteModel> model;
  std::unique_ptr<crawl::SiblingChooser> chooser;
};

const SiteModel::SiteAnalysers& analysers() {
  static const SiteModel::SiteAnalysers all = test::default_site_analyser();
  return all;
}

// Read from stored bytes, as in `pith index`: the model must be the only owner of its summaries, or their memory would
// not count as its own.
SiteModel model_of(const Measured& site) {
  std::vector<SampledPage> sample;
  for (const Measured::Kept& kept : site.sample)
    sample.push_back(
        {.id = kept.id, .sketch = *read_sketch(kept.sketch), .summaries = {analysers()[0]->read(kept.summary)}});
  return SiteModel(std::move(sample), analysers());
}

std::unique_ptr<Measured> make_site(std::uint32_t count) {
  const Skeleton skeleton = read_skeleton(std::string(PITH_SKELETONS) + "/newspaper.html");
  const ScaleSite site(1, 1, count, skeleton);
  auto measured = std::make_unique<Measured>();
  std::vector<std::pair<std::string, std::uint32_t>> urls;
  for (std::uint32_t page = 0; page < count; ++page) urls.emplace_back(site.url(page), page);
  std::ranges::sort(urls);
  for (std::size_t i = 0; i < urls.size(); ++i) {
    crawl::SitePage page;
    page.id = static_cast<std::int64_t>(i) + 1;
    page.url = urls[i].first;
    page.digest = page.url;
    measured->pages.push_back(std::move(page));
  }
  const auto with_view = [&](std::size_t page, const auto& use) {
    std::string html;
    site.html(urls[page].second, html);
    const Document document = std::move(*parse_html(html));
    use(PageView(document), document);
  };
  for (const std::size_t page : crawl::sample_of(measured->pages))
    with_view(page, [&](const PageView& view, const Document&) {
      measured->sample.push_back(
          {.id = crawl::hash_url(measured->pages[page].url),
           .sketch = kept_bytes(sketch_of(view)),
           .summary = analysers()[0]->summarise(view, analysers()[0]->features(view, nullptr).get())});
    });
  for (std::uint32_t i = 0; i < keys; ++i) {
    const std::size_t page = std::size_t{i} * count / keys;
    with_view(page, [&](const PageView& view, const Document& document) {
      const std::string& url = measured->pages[page].url;
      measured->keys.push_back(
          {.page = page,
           .id = crawl::hash_url(url),
           .shape = shape_of(view),
           .summary = *from_bytes(analysers()[0]->summarise(view, analysers()[0]->features(view, nullptr).get())),
           .links = crawl::hashes_of(crawl::sibling_links(document, *parse_url(url), crawl::SiteMode::domain))});
    });
  }
  measured->model = std::make_unique<SiteModel>(model_of(*measured));
  measured->chooser = std::make_unique<crawl::SiblingChooser>(measured->pages, crawl::Selection::metrics, 4, 1);
  return measured;
}

const Measured& site_of(benchmark::State& state) {
  static std::map<std::int64_t, std::unique_ptr<Measured>> sites;
  auto& site = sites[state.range(0)];
  if (!site) site = make_site(static_cast<std::uint32_t>(state.range(0)));
  return *site;
}

void per_page(benchmark::State& state, double pages) {
  state.counters["page"] =
      benchmark::Counter(pages, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Measures the work for one page.
template <typename Work>
void each_key(benchmark::State& state, const Work& work) {
  const Measured& site = site_of(state);
  for (auto _ : state)
    for (const Key& key : site.keys) work(site, key);
  per_page(state, keys);
}

// Measures the work done once for the whole site.
template <typename Work>
void whole_site(benchmark::State& state, const Work& work) {
  const Measured& site = site_of(state);
  for (auto _ : state) work(site);
  per_page(state, static_cast<double>(site.pages.size()));
}

void site_choose(benchmark::State& state) {
  each_key(state, [](const Measured& site, const Key& key) {
    benchmark::DoNotOptimize(site.chooser->choose(key.page, key.links, site.model->like(key.shape)));
  });
}

void site_digest(benchmark::State& state) {
  each_key(state,
           [](const Measured& site, const Key& key) { benchmark::DoNotOptimize(site.model->digest(key.id, 0)); });
}

// What the other pages tell a page.
void site_view(benchmark::State& state) {
  each_key(state, [](const Measured& site, const Key& key) {
    const OtherPages others = test::others_in(*site.model, key.id, &key.summary);
    const SiteView view(key.summary, others);
    benchmark::DoNotOptimize(site_table(view, {0, static_cast<RunId>(key.summary.runs.size())}));
  });
}

void site_sample(benchmark::State& state) {
  whole_site(state, [](const Measured& site) { benchmark::DoNotOptimize(crawl::sample_of(site.pages)); });
}

std::size_t memory_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void site_model(benchmark::State& state) {
  whole_site(state, [](const Measured& site) { benchmark::DoNotOptimize(model_of(site)); });
  const std::size_t before = memory_in_use();
  const SiteModel model = model_of(site_of(state));
  state.counters["bytes"] = static_cast<double>(memory_in_use() - before);
}

void site_chooser(benchmark::State& state) {
  whole_site(state, [](const Measured& site) {
    benchmark::DoNotOptimize(crawl::SiblingChooser(site.pages, crawl::Selection::metrics, 4, 1));
  });
}

}  // namespace

void register_site_benchmarks() {
  const std::pair<const char*, void (*)(benchmark::State&)> all[] = {
      {"site, choose siblings", site_choose}, {"site, digest", site_digest}, {"site, view", site_view},
      {"site, sample", site_sample},          {"site, model", site_model},   {"site, chooser", site_chooser},
  };
  for (const auto& [name, work] : all)
    benchmark::RegisterBenchmark(name, work)->Arg(50)->Arg(1'000)->Arg(20'000)->Unit(benchmark::kMillisecond);
}

}  // namespace pith::bench
