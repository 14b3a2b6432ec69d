// Which cached pages a key page is compared with: the n-SET out of the cache.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/dom/document.h"
#include "core/text/url.h"
#include "crawler_adapter/cache_ledger.h"

namespace pith::crawl {

enum class Selection {
  metrics,  // the key page's links by hyperlink and DOM distance; where they are too few, filled up with pages of the
            // same template (core/extract/site/site_model.h), then as by `store`
  random,   // pages of the site drawn by a seed: the ablation of Alarte et al. 2018, Table 2
  store,    // the pages whose URLs are nearest, without looking at links
};

// Chooses siblings among the pages of one site. Immutable after construction, O(pages); one choice costs O(links + n),
// whatever the size of the site. The same site state gives the same choice. Keeps a reference to the pages.
class SiblingChooser {
 public:
  SiblingChooser(std::span<const SitePage> pages, Selection selection, std::size_t n, std::uint64_t seed);

  // Indices into the pages, best first, at most n. `alike`: hash_url of pages of the same template, which fill up what
  // links leave open. Left out: the key page, pages without a body, pages with the same bytes as the key page or as one
  // chosen before, redirects back to the key page (redirects elsewhere are followed).
  std::vector<std::size_t> choose(std::size_t key, std::span<const std::uint64_t> ranked_links,
                                  std::span<const std::uint64_t> alike = {}) const;

 private:
  class Picker;
  // What a link's URL leads to, redirects followed; npos if no usable page.
  std::size_t target_of(std::uint64_t url_hash) const;

  std::span<const SitePage> pages_;
  Selection selection_;
  std::size_t n_;
  std::uint64_t seed_;
  KeyedMap<std::uint64_t, std::size_t> by_url_;
};

// How many ranked links are kept of a page: enough that n siblings are found among them even if many are missing.
inline constexpr std::size_t kept_links = 32;

// The page's links to pages of its own site, best first (core/page/siblings.h), at most kept_links.
std::vector<Url> sibling_links(const Document& page, const Url& key, SiteMode mode);

// hash_url of each: the form in which the cache keeps them.
std::vector<std::uint64_t> hashes_of(std::span<const Url> links);

}  // namespace pith::crawl
