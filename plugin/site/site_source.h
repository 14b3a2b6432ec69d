// Where the sites of an ExtractionPool come from: the page cache, or the records of a site at hand.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/page_bodies.h"
#include "crawler_adapter/cache/site.h"
#include "plugin/site/page_documents.h"
#include "plugin/site/site_setup.h"
#include "plugin/site/site_survey.h"
#include "plugin/site/site_template.h"
#include "plugin/site/site_work.h"

namespace pith::pipeline {

// One thread's way to them. Not thread-safe; several may be used at the same time.
class SiteSource {
 public:
  virtual ~SiteSource() = default;

  virtual crawl::PageBodies& bodies() = 0;
  virtual crawl::SiteMode site_mode() const = 0;
  virtual std::uint64_t content_key() const = 0;  // for ContentSignature

  // The site's pages. If it has a model already, that is used, and the site is not learned.
  virtual Result<std::shared_ptr<SiteWork>> read(const std::string& site) = 0;
  // What is known about its sample (SiteSurvey).
  virtual Result<std::vector<crawl::SampleSummary>> sample(const SiteWork& site) = 0;
  // Keeps what was learned. The result: the text of the site's template, if there is another one than the index has, or
  // with `always`.
  virtual Result<std::optional<SiteTemplateText>> keep(const SiteWork& site, const SiteSurvey& survey,
                                                       PageDocuments& documents, bool always) = 0;
};

// Called by each thread of a pool.
using OpenSource = std::function<Result<std::unique_ptr<SiteSource>>()>;

// A connection to the page cache. `setups` outlives it. Nothing is kept in a read-only cache. Errors: those of
// CacheLedger.
OpenSource open_cached_sites(const crawl::CacheOptions& cache, Setups& setups);

}  // namespace pith::pipeline
