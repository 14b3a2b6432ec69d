// Which pages an indexing run examines.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache_ledger.h"

namespace pith::pipeline {

struct IndexScope {
  std::string site;  // only pages of this site; empty: of all
  bool all = false;  // also extracts pages whose inputs have not changed
};

// The sites to examine, by name. Error unknown_site if the cache has no page of scope.site.
Result<std::vector<std::string>> sites_in_scope(crawl::CacheLedger& cache, const std::string& options_digest,
                                                const IndexScope& scope);

}  // namespace pith::pipeline
