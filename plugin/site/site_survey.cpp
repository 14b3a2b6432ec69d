#include "plugin/site/site_survey.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/stable_hash.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/site/page_sketch.h"
#include "core/text/site_area.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/site/stored_parts.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t max_features_bytes = 8 << 20;  // a page of 200 texts needs about 1 kB

// Everything that a page's record is made from.
std::string inputs_of(const crawl::SitePage& page, const SiteModel::SiteAnalysers& analysers) {
  std::string out = structure_digest();
  for (const auto& analyser : analysers) out += " " + analyser->version();
  return out + " " + page.charset + " " + page.digest;
}

// A record is the page's sketch and one summary per analyser, each a part (stored_parts.h).
std::optional<SampledPage> read_record(std::uint64_t id, std::string_view record,
                                       const SiteModel::SiteAnalysers& analysers) {
  const auto first = take_part(record);
  auto sketch = first ? read_sketch(*first) : std::nullopt;
  if (!sketch) return std::nullopt;
  SampledPage out{.id = id, .area = 0, .sketch = std::move(*sketch), .summaries = {}};
  for (const auto& analyser : analysers) {
    const auto summary = take_part(record);
    out.summaries.push_back(summary ? analyser->read(*summary) : nullptr);
  }
  return out;
}

std::vector<PageShape> shapes_of(const crawl::SiteModelRecord& record) {
  return read_shapes(record.templates).value_or(std::vector<PageShape>());
}

}  // namespace

std::uint64_t model_id(const crawl::SitePage& page) { return crawl::hash_url(page.url); }

std::uint64_t area_id(const crawl::SitePage& page) { return crawl::hash_url(area_of(page.url)); }

std::size_t templates_of(const crawl::SiteModelRecord& record) { return shapes_of(record).size(); }

SiteSurvey::SiteSurvey(std::vector<crawl::SampleSummary> known, const SiteWork& site)
    : site_(site), sample_(crawl::sample_of(site.pages())) {
  std::map<std::int64_t, crawl::SampleSummary*> by_page;
  for (crawl::SampleSummary& summary : known) by_page.emplace(summary.page, &summary);
  for (std::size_t place = 0; place < sample_.size(); ++place) {
    std::string inputs = inputs_of(page(place), site.analysers());
    const auto before = by_page.find(page(place).id);
    if (before != by_page.end() && before->second->inputs == inputs) {
      summaries_.push_back(std::move(*before->second));
      continue;
    }
    summaries_.push_back({.page = page(place).id, .inputs = std::move(inputs), .summary = {}});
    todo_.push_back(sample_[place]);
    todo_places_.push_back(place);
  }
  features_.resize(todo_.size());
}

void SiteSurvey::survey(std::size_t number, const PageView* view, Stop* stop) {
  if (!view || !has_text(*view)) return;
  std::string record;
  put_part(record, kept_bytes(sketch_of(*view)));
  for (const auto& analyser : site_.analysers()) {
    auto features = analyser->features(*view, stop);
    if (is_over(stop)) return;
    put_part(record, analyser->summarise(*view, features.get()));
    features_[number].push_back(std::move(features));
  }
  summaries_[todo_places_[number]].summary = std::move(record);
}

std::optional<SampledPage> SiteSurvey::sampled(std::size_t place) const {
  auto out = read_record(model_id(page(place)), summaries_[place].summary, site_.analysers());
  if (!out) return out;
  out->area = area_id(page(place));
  out->body = hash_bytes(hash_seed, page(place).charset + " " + page(place).digest);
  return out;
}

std::shared_ptr<const SiteModel> SiteSurvey::model() const {
  std::vector<SampledPage> sample;
  for (std::size_t place = 0; place < sample_.size(); ++place)
    if (auto page = sampled(place)) sample.push_back(std::move(*page));
  return std::make_shared<const SiteModel>(std::move(sample), site_.analysers());
}

FeaturesByPage SiteSurvey::take_features() {
  FeaturesByPage out;
  std::size_t bytes = 0;
  for (std::size_t number = 0; number < features_.size(); ++number) {
    auto features_of_page = std::move(features_[number]);
    if (features_of_page.size() < site_.analysers().size()) continue;  // the page has no text, or took too long
    for (const auto& features : features_of_page) bytes += features ? features->bytes() : 0;
    if (bytes > max_features_bytes) break;
    out.emplace(todo_[number], std::move(features_of_page));
  }
  features_.clear();
  return out;
}

crawl::SiteModelRecord SiteSurvey::compare(const crawl::SiteModelRecord& before, const SiteModel& model) const {
  crawl::SiteModelRecord now = before;
  now.pages = 0;
  std::vector<PageShape> shapes;
  for (const SiteTemplate& t : model.templates()) {
    shapes.push_back(t.shape);
    now.pages += t.pages;
  }
  now.templates = shapes.empty() ? std::string() : kept_bytes(shapes);
  if (now.templates != before.templates) ++now.version;
  const std::vector<PageShape> known_shapes = shapes_of(before);
  if (before.pages < enough_known || known_shapes.empty()) return now;
  std::int64_t fresh = 0, explained = 0, first_fetched = 0;
  for (std::size_t number = 0; number < todo_.size(); ++number) {
    const auto page = sampled(todo_places_[number]);
    if (!page) continue;
    ++fresh;
    const bool known = std::ranges::any_of(
        known_shapes, [&](const PageShape& t) { return similarity(t, page->sketch.shape) >= SiteModel::alike; });
    const std::int64_t fetched = site_.pages()[todo_[number]].fetched;
    if (known)
      ++explained;
    else if (first_fetched == 0 || fetched < first_fetched)
      first_fetched = fetched;
  }
  if (fresh == 0) return now;
  now.fresh = fresh;
  now.explained = explained;
  if (fresh >= enough_fresh && explained * 2 < fresh) now.redesigned = first_fetched;
  return now;
}

std::optional<Error> SiteSurvey::save(crawl::CacheLedger& cache, const SiteModel& model) const {
  const auto before = cache.site_model(site_.name());
  if (!before) return before.error();
  if (auto error = cache.save_sample(site_.name(), summaries_)) return error;
  const crawl::SiteModelRecord now = compare(*before, model);
  return now == *before ? std::nullopt : cache.save_site_model(site_.name(), now);
}

}  // namespace pith::pipeline
