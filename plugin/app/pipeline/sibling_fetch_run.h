// Brings missing siblings of pending pages into the cache, before these are extracted.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/cache_ledger.h"
#include "plugin/app/pipeline/site_setup.h"

namespace pith::pipeline {

struct SiblingFetchSummary {
  std::int64_t fetched = 0;
  // Links that were wanted and gave no page, each once a site, by LinkOutcome's name
  // (crawler_adapter/sibling_fetch.h).
  std::map<std::string, std::int64_t> not_fetched;
};

// Of each site the pending pages, in order of URL: where siblings.fetch is on for the page's host and the cache has
// fewer siblings for it than siblings.n, the best of its links are fetched. A site's turn ends with its budget of the
// day. Pages that come so belong to siblings_crawl (cache_ledger.h) and never ask for siblings themselves: otherwise one
// page would bring in the whole site. Pages that are not pending do not ask either, so that each asks once, until it
// changes.
//
// Does nothing, at once, where siblings.fetch is on for no host. `stop` (may be null) ends it between two requests; the
// pages stay pending. `fetched` is called for each page that came, with its site. Errors: those of CacheLedger and
// Setups; "bad_user_agent".
Result<SiblingFetchSummary> fetch_siblings(const config::Config& config, crawl::CacheLedger& cache, Setups& setups,
                                           const std::vector<std::string>& sites, const std::atomic<bool>* stop,
                                           const std::function<void(const std::string& site)>& fetched);

}  // namespace pith::pipeline
