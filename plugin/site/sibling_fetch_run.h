// Brings missing siblings of pending pages into the cache before these pages are extracted.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/pages_in_work.h"
#include "plugin/site/site_setup.h"

namespace pith::pipeline {

struct SiblingFetchSummary {
  std::int64_t fetched = 0;
  // Wanted links that gave no page, each once per site, by LinkOutcome's name (crawler_adapter/fetch/sibling_fetch.h).
  std::map<std::string, std::int64_t> not_fetched;
};

// For each site, goes through the pending pages in order of URL: if siblings.fetch is on for the page's host and the
// cache has fewer than siblings.n siblings for it, the best of its links are fetched. A site's turn ends with its daily
// budget. Pages fetched this way belong to siblings_crawl (cache_ledger.h) and never fetch siblings themselves:
// otherwise one page would bring in the whole site. Pages that are not pending do not fetch either, so that each does
// so once, until it changes.
//
// Returns at once if siblings.fetch is on for no host. `stop` (may be null) ends it between two requests; the pages
// stay pending. `fetched` is called for each fetched page, with its site. Errors: those of CacheLedger and Setups;
// "bad_user_agent".
Result<SiblingFetchSummary> fetch_siblings(const config::Config& config, crawl::CacheLedger& cache, Setups& setups,
                                           const std::vector<std::string>& sites, PagesInWork& in_work, StopFlag stop,
                                           const std::function<void(const std::string& site)>& fetched);

}  // namespace pith::pipeline
