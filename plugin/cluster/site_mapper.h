// One site in work: from its records to its documents.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/page/captured_page.h"
#include "plugin/cluster/map_job.h"
#include "plugin/cluster/site_documents.h"
#include "plugin/cluster/site_models.h"
#include "plugin/cluster/site_records.h"
#include "plugin/site/extraction_pool.h"
#include "plugin/site/site_setup.h"
#include "plugin/site/site_work.h"

namespace pith::map {

// Used for one site after the other. Not thread-safe.
class SiteMapper {
 public:
  // All outlive it. `working` is called for each page.
  SiteMapper(const config::Config& config, const MapRequest& request, const MapHooks& hooks, MapSummary& summary,
             std::function<void()> working);

  // Does with the site's records what the request asks for. Writes what became of each page, in order of URL; with
  // nothing written, stops when the flag says so.
  std::optional<Error> map(const std::string& site, SiteRecords& records);

  // Writes what became of a record whose URL is invalid.
  std::optional<Error> write_bad(const crawl::CapturedPage& page, const crawl::CapturedRecord& known);

 private:
  std::optional<Error> read_model(pipeline::SiteWork& site);
  std::optional<Error> extract(const std::shared_ptr<pipeline::SiteWork>& site, SiteRecords& records);
  std::optional<Error> add_extracted(PageOutcome outcome, pipeline::PoolResult&& result);
  std::optional<Error> add(PageOutcome outcome, std::string_view document);
  std::optional<Error> write();
  bool stopped() const { return hooks_.stop && *hooks_.stop; }

  const MapRequest& request_;
  const MapHooks& hooks_;
  MapSummary& summary_;
  const std::function<void()> working_;
  pipeline::Setups setups_;
  const crawl::SiteMode site_mode_;
  const bool fold_;
  const SiteModels models_;
  SiteDocuments documents_;
};

}  // namespace pith::map
