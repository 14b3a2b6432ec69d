// One site in work: from its records to its documents.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/captured_page.h"
#include "crawler_adapter/captured_record.h"
#include "plugin/app/map/map_job.h"
#include "plugin/app/map/site_records.h"
#include "plugin/app/pipeline/site_setup.h"

namespace pith::map {

// Used for one site after the other. Not thread-safe.
class SiteMapper {
 public:
  // All outlive it. `working` is called for each page.
  SiteMapper(const config::Config& config, const MapRequest& request, const MapHooks& hooks, MapSummary& summary,
             std::function<void()> working);

  // Writes what became of each of the site's pages, in order of URL. With nothing written, stops when the flag says so.
  std::optional<Error> map(const std::string& site, SiteRecords& records);

  // Writes what became of a record whose URL is none.
  std::optional<Error> write_bad(const crawl::CapturedPage& page, const crawl::CapturedRecord& known);

 private:
  struct Page;
  struct Site;
  std::optional<Error> extract(Site& site);
  void fold(Site& site);
  std::optional<Error> write(Site& site);

  const MapRequest& request_;
  const MapHooks& hooks_;
  MapSummary& summary_;
  const std::function<void()> working_;
  pipeline::Setups setups_;
  const crawl::SiteMode site_mode_;
  const bool fold_;
  crawl::BodyStore documents_;  // of the site, until duplicates are known
};

}  // namespace pith::map
