// Learns a site's model: chooses the sample, summarises each of its pages, and combines the summaries.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/stop.h"
#include "core/dom/document.h"
#include "core/extract/site/site_model.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/site/site_work.h"

namespace pith::pipeline {

// The survey of one site. Create it, survey() each page of todo(), in any order and from any number of threads, then
// take the model and save what was learned.
class SiteSurvey {
 public:
  // `site` outlives the survey. `known`: what is known about the sample (CacheLedger::sample), or nothing.
  SiteSurvey(std::vector<crawl::SampleSummary> known, const SiteWork& site);

  // Indices of the sample's pages that are new, or have changed.
  const std::vector<std::size_t>& todo() const { return todo_; }

  // Summarises page todo()[number]; null: it cannot be parsed and teaches nothing. Thread-safe for different numbers.
  void survey(std::size_t number, const PageView* view, Stop* stop = nullptr);

  std::shared_ptr<const SiteModel> model() const;
  // What the analysers have seen of the pages of todo(), as far as it fits into memory. Leaves nothing here.
  FeaturesByPage take_features();
  // Saves what the sample taught, and how well the previous model explains the new pages.
  std::optional<Error> save(crawl::CacheLedger& cache, const SiteModel& model) const;

  // If less than half of the fresh pages are like a known template, the site was redesigned. With fewer fresh pages, or
  // a model of fewer pages, no conclusion is drawn.
  static constexpr std::int64_t enough_fresh = 5, enough_known = 8;

 private:
  std::optional<SampledPage> sampled(std::size_t place) const;
  crawl::SiteModelRecord compare(const crawl::SiteModelRecord& before, const SiteModel& model) const;
  const crawl::SitePage& page(std::size_t place) const { return site_.pages()[sample_[place]]; }

  const SiteWork& site_;
  std::vector<std::size_t> sample_;                    // indices of pages
  std::vector<crawl::SampleSummary> summaries_;        // by place in the sample
  std::vector<std::size_t> todo_, todo_places_;        // indices of pages, and their places in the sample
  std::vector<FeaturesByPage::mapped_type> features_;  // by number of the survey
};

// A page's id in its site's model.
std::uint64_t model_id(const crawl::SitePage& page);

// Of the page's area (core/text/site_area.h).
std::uint64_t area_id(const crawl::SitePage& page);

// The number of the site's templates by the record; 0 if it is from another version of Pith.
std::size_t templates_of(const crawl::SiteModelRecord& record);

}  // namespace pith::pipeline
