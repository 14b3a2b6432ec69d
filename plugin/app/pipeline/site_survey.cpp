#include "plugin/app/pipeline/site_survey.h"

#include <algorithm>
#include <map>

#include "core/extract/main_content/features.h"
#include "core/extract/main_content/main_content.h"
#include "core/extract/registry.h"
#include "crawler_adapter/site_sample.h"

namespace pith::pipeline {
namespace {

// Of all that a summary is made from.
std::string inputs_of(const crawl::SitePage& page) {
  return find_extractor("pith")->versioned_name() + " " + page.charset + " " + page.digest;
}

}  // namespace

std::uint64_t model_id(const crawl::SitePage& page) { return crawl::hash_url(page.url); }

Result<std::unique_ptr<SiteSurvey>> SiteSurvey::begin(crawl::PageCache& cache, const std::string& site,
                                                      std::span<const crawl::SitePage> pages) {
  auto known = cache.sample(site);
  if (!known) return known.error();
  std::map<std::int64_t, crawl::SampleSummary*> by_page;
  for (crawl::SampleSummary& summary : *known) by_page.emplace(summary.page, &summary);

  std::unique_ptr<SiteSurvey> survey(new SiteSurvey(site, pages));
  survey->sample_ = crawl::sample_of(pages);
  for (std::size_t place = 0; place < survey->sample_.size(); ++place) {
    const crawl::SitePage& page = pages[survey->sample_[place]];
    std::string inputs = inputs_of(page);
    const auto before = by_page.find(page.id);
    if (before != by_page.end() && before->second->inputs == inputs) {
      survey->summaries_.push_back(std::move(*before->second));
      continue;
    }
    survey->summaries_.push_back({.page = page.id, .inputs = std::move(inputs), .summary = {}});
    survey->todo_.push_back(survey->sample_[place]);
    survey->todo_places_.push_back(place);
  }
  return survey;
}

void SiteSurvey::survey(std::size_t number, const Document* document, Stop* stop) {
  if (!document) return;
  const PageView view(*document);
  const std::vector<float> p = judge_page(view, page_row(view), builtin_model(), {}, nullptr, stop);
  if (is_over(stop)) return;
  const PageSummary summary = summarise(view, p);
  summaries_[todo_places_[number]].summary = to_bytes(shape_of(view)) + to_bytes(summary);
}

std::optional<SampledPage> SiteSurvey::sampled(std::size_t place) const {
  const std::string_view bytes = summaries_[place].summary;
  if (bytes.size() < PageShape::size) return std::nullopt;
  const auto shape = shape_from_bytes(bytes.substr(0, PageShape::size));
  auto summary = from_bytes(bytes.substr(PageShape::size));
  if (!shape || !summary || summary->runs.empty()) return std::nullopt;
  return SampledPage{.id = model_id(pages_[sample_[place]]), .shape = *shape, .summary = std::move(*summary)};
}

std::shared_ptr<const SiteModel> SiteSurvey::model() const {
  std::vector<SampledPage> sample;
  for (std::size_t place = 0; place < sample_.size(); ++place)
    if (auto page = sampled(place)) sample.push_back(std::move(*page));
  return std::make_shared<const SiteModel>(std::move(sample));
}

crawl::SiteModelRecord SiteSurvey::compare(const crawl::SiteModelRecord& before, const SiteModel& model) const {
  crawl::SiteModelRecord now = before;
  now.templates.clear();
  now.pages = 0;
  for (const SiteTemplate& t : model.templates()) {
    now.templates.push_back(t.shape);
    now.pages += t.pages;
  }
  if (now.templates != before.templates) ++now.version;
  if (before.pages < enough_known) return now;
  std::int64_t fresh = 0, explained = 0, first_fetched = 0;
  for (std::size_t number = 0; number < todo_.size(); ++number) {
    const auto page = sampled(todo_places_[number]);
    if (!page) continue;
    ++fresh;
    const bool known = std::ranges::any_of(
        before.templates, [&](const PageShape& t) { return similarity(t, page->shape) >= SiteModel::alike; });
    const std::int64_t fetched = pages_[todo_[number]].fetched;
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

std::optional<Error> SiteSurvey::save(crawl::PageCache& cache, const SiteModel& model) const {
  const auto before = cache.site_model(site_);
  if (!before) return before.error();
  if (auto error = cache.save_sample(site_, summaries_)) return error;
  const crawl::SiteModelRecord now = compare(*before, model);
  return now == *before ? std::nullopt : cache.save_site_model(site_, now);
}

}  // namespace pith::pipeline
