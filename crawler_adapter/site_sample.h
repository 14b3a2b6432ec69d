// Which pages of a site stand for all of it: those that its model is learned from (core/extract/site/site_model.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawler_adapter/cache_ledger.h"

namespace pith::crawl {

inline constexpr std::size_t sample_pages = 256;
inline constexpr std::size_t sample_pages_of_kind = 64;

// What URLs tell of the template: host, first directory, number of directories, extension, whether there is a query.
std::string url_kind(std::string_view normalised_url);

// Indices of the pages with a body that are the sample, by hash of URL: of each kind of URL those with the smallest
// hashes, one of every kind first, then a second, until the sample is full. A new page seldom changes a large site's
// sample, and by one page at most. Depends on nothing but the URLs. O(n log n).
std::vector<std::size_t> sample_of(std::span<const SitePage> pages);

}  // namespace pith::crawl
