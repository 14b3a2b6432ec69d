// `pith map`: from records to documents, site by site, with nothing kept: a step of any engine for big data.
//
// The records of a site come one after the other, its pages best in order of URL. When the next site begins, the site's
// model is learned from its sample, each page is extracted, duplicates are left out, and what became of each page is
// written. The result is what `pith index` would make of the same records, whatever other sites come before or after.
#pragma once

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/cluster/map_job.h"

namespace pith::map {

// Holds one site: about 2 kB of memory for each page, `memory`, and what extraction needs for a page. Errors: those of
// find_input, BodyStore, Setups and of `write`; "not_sorted": records of a site that has ended.
Result<MapSummary> run_map(const config::Config& config, const MapRequest& request, const MapHooks& hooks);

}  // namespace pith::map
