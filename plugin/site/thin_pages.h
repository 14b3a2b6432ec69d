// A check on extraction: sites of which many pages keep next to nothing.
#pragma once

#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"

namespace pith::pipeline {

// A line for each site of which at least five pages, and a tenth, keep fewer than SiteCounts::thin words of many: what
// they have in common may be their content. Each names a page to look at. `counts` as CacheLedger::counts gives them,
// with the total at the end.
std::vector<std::string> thin_sites(const std::vector<crawl::SiteCounts>& counts);

}  // namespace pith::pipeline
