// The sample of a site: the pages from which its model is learned (core/extract/site/site_model.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawler_adapter/cache_ledger.h"

namespace pith::crawl {

inline constexpr std::size_t sample_pages = 256;
inline constexpr std::size_t sample_pages_of_kind = 64;

// What a URL says about the template: host, first directory, number of directories, extension, whether it has a query.
std::string url_kind(std::string_view normalised_url);

// Indices of the pages in the sample, which all have a body, by hash of URL. Takes the page with the smallest hash of
// each kind of URL, then the second smallest of each kind, until the sample is full. A new page rarely changes a large
// site's sample, and by one page at most. Depends only on the URLs. O(n log n).
std::vector<std::size_t> sample_of(std::span<const SitePage> pages);

}  // namespace pith::crawl
