// Learns a site's model: which pages are its sample, what each of them teaches, and all of it put together.
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
#include "crawler_adapter/cache_ledger.h"
#include "plugin/app/pipeline/site_work.h"

namespace pith::pipeline {

// The survey of one site. Make it, survey() each page of todo(), in any order and from any number of threads, then take
// the model and save what was learned.
class SiteSurvey {
 public:
  // `site` outlives the survey. Reads what is known of the sample from the cache.
  static Result<std::unique_ptr<SiteSurvey>> begin(crawl::CacheLedger& cache, const SiteWork& site);

  // Indices of pages of the sample of which the cache knows nothing, or what they were before.
  const std::vector<std::size_t>& todo() const { return todo_; }

  // Sums up page todo()[number]; null: it cannot be parsed and teaches nothing. Thread-safe for different numbers.
  void survey(std::size_t number, const Document* document, Stop* stop = nullptr);

  std::shared_ptr<const SiteModel> model() const;
  // Keeps what the sample taught, and how well the model that was known before explains what is new of it.
  std::optional<Error> save(crawl::CacheLedger& cache, const SiteModel& model) const;

  // Fresh pages of which less than half are like a template known before mean that the site was redesigned. Of fewer
  // pages, or with a model of fewer, nothing is said.
  static constexpr std::int64_t enough_fresh = 5, enough_known = 8;

 private:
  std::optional<SampledPage> sampled(std::size_t place) const;
  crawl::SiteModelRecord compare(const crawl::SiteModelRecord& before, const SiteModel& model) const;
  explicit SiteSurvey(const SiteWork& site) : site_(site) {}
  const crawl::SitePage& page(std::size_t place) const { return site_.pages()[sample_[place]]; }

  const SiteWork& site_;
  std::vector<std::size_t> sample_;              // indices of pages
  std::vector<crawl::SampleSummary> summaries_;  // by place in the sample
  std::vector<std::size_t> todo_, todo_places_;  // the latter in the sample
};

// A page's name in its site's model.
std::uint64_t model_id(const crawl::SitePage& page);

// How many templates the site has by the record; 0 if that is of another version of Pith.
std::size_t templates_of(const crawl::SiteModelRecord& record);

}  // namespace pith::pipeline
