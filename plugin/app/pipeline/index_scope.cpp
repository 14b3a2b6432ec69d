#include "plugin/app/pipeline/index_scope.h"

#include <algorithm>

namespace pith::pipeline {

Result<std::vector<std::string>> sites_in_scope(crawl::CacheLedger& cache, const std::string& options_digest,
                                                const IndexScope& scope) {
  auto known = cache.sites();
  if (!known) return known.error();
  if (!scope.site.empty() && !std::binary_search(known->begin(), known->end(), scope.site))
    return Error{"unknown_site",
                 "--site " + scope.site + ": no page of this site is in the cache; `pith stats` lists the sites"};
  auto sites = scope.all ? std::move(known) : cache.sites_with_work(options_digest);
  if (!sites) return sites.error();
  if (!scope.site.empty()) std::erase_if(*sites, [&](const std::string& site) { return site != scope.site; });
  return sites;
}

}  // namespace pith::pipeline
