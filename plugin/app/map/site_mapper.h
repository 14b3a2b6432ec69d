// One site in work: from its records to its documents.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/app/map/map_job.h"
#include "plugin/app/map/site_records.h"
#include "plugin/app/pipeline/site_setup.h"

namespace pith::map {

// Used for one site after the other. Not thread-safe.
class SiteMapper {
 public:
  // All outlive it.
  SiteMapper(const config::Config& config, const MapRequest& request, const MapHooks& hooks, MapSummary& summary);

  // Writes what became of each of the site's pages, in order of URL. With nothing written, stops when the flag says so.
  std::optional<Error> map(const std::string& site, SiteRecords& records);

 private:
  struct Page;
  struct Site;
  std::optional<Error> extract(Site& site);
  void fold(Site& site);
  std::optional<Error> write(Site& site);

  const MapRequest& request_;
  const MapHooks& hooks_;
  MapSummary& summary_;
  pipeline::Setups setups_;
  const crawl::SiteMode site_mode_;
  const bool fold_;
  crawl::BodyStore documents_;  // of the site, until duplicates are known
};

}  // namespace pith::map
