// The sample of a site: the pages from which its model is learned (core/extract/site/site_model.h).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"

namespace pith::crawl {

inline constexpr std::size_t sample_pages = 256;
inline constexpr std::size_t sample_pages_of_kind = 64;

// What a URL says about the template: host, first directory, number of directories, extension, whether it has a query.
std::string url_kind(std::string_view normalised_url);

// Indices of the pages in the sample, which all have a body, by hash of URL. Takes the page with the smallest hash of
// each kind of URL, then the second smallest of each kind, until the sample is full. If the site has several areas,
// each does so for itself with an equal share of the sample; what small ones leave is shared by the others. So the
// pages of one cannot crowd out those of another, as long as there are not hundreds. A new page rarely changes a large
// site's sample, and by one page at most. Depends only on the URLs.
// Pages in doubt are not learned from, unless half of all are: logins that one night brings must not change what the
// held pages say. O(n log n).
std::vector<std::size_t> sample_of(std::span<const SitePage> pages);

// Chooses from pages that come one after the other, so that a site of any size is learned in the memory of a sample.
class SampleFilter {
 public:
  // Whether the page, which has a body, may be in the sample of all pages to come. sample_of() has the same result for
  // the pages of which this is true as for all, even if some of them, up to `spare` of a kind, lose their body later.
  // If their order has nothing to do with hashes, they are some hundreds and the logarithm of the others. O(the
  // sample's pages of a kind).
  bool may_have(std::string_view normalised_url);

  static constexpr std::size_t spare = sample_pages_of_kind;

 private:
  std::map<std::uint64_t, std::vector<std::uint64_t>> kinds_;  // hashes of URLs by hash of their kind, each a heap
};

}  // namespace pith::crawl
