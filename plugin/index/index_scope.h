// Which pages an indexing run examines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"

namespace pith::pipeline {

struct IndexScope {
  std::string site;  // only pages of this site; empty: of all
  bool all = false;  // also extracts pages whose inputs have not changed
};

// Says that none of the known sites has this name, and what to do: name the site that it is a host of.
Error unknown_site(const std::vector<std::string>& known, const std::string& name);

// The sites to examine, by name. Error unknown_site if the cache has no page of scope.site.
Result<std::vector<std::string>> sites_in_scope(crawl::CacheLedger& cache, const std::string& options_digest,
                                                const IndexScope& scope);

// Sites of these that were examined with other options than today's (Setups::digest), by what has changed since: Pith,
// or else the configuration. All their pages are compared again.
struct ExaminedAgain {
  std::int64_t other_version = 0, other_settings = 0;
};
Result<ExaminedAgain> examined_again(crawl::CacheLedger& cache, const std::string& options_digest,
                                     const std::vector<std::string>& sites);

}  // namespace pith::pipeline
