// Which cached pages a key page is compared with: the n-SET from the cache.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/dom/document.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/cache_ledger.h"

namespace pith::crawl {

enum class Selection {
  metrics,  // the key page's links by hyperlink and DOM distance; if there are too few, also pages of the
            // same template (core/extract/site/site_model.h), then as in `store`
  random,   // random pages of the site, with a seed: the ablation of Alarte et al. 2018, Table 2
  store,    // the pages with the nearest URLs, ignoring links
};

// Chooses siblings among the pages of one site. Immutable after construction, O(pages); one choice costs O(links + n),
// independent of the size of the site. The same site state gives the same choice. Keeps a reference to the pages.
class SiblingChooser {
 public:
  SiblingChooser(std::span<const SitePage> pages, Selection selection, std::size_t n, std::uint64_t seed);

  // Indices into the pages, best first, at most n. `alike`: hash_url of pages of the same template, used if there are
  // too few links. Never chosen: the key page, pages without a body, pages with the same bytes as the key page or as
  // one already chosen, redirects back to the key page (other redirects are followed).
  std::vector<std::size_t> choose(std::size_t key, std::span<const std::uint64_t> ranked_links,
                                  std::span<const std::uint64_t> alike = {}) const;

 private:
  class Picker;
  // The page that a link leads to, after redirects; npos if it is not usable.
  std::size_t target_of(std::uint64_t url_hash) const;

  std::span<const SitePage> pages_;
  Selection selection_;
  std::size_t n_;
  std::uint64_t seed_;
  KeyedMap<std::uint64_t, std::size_t> by_url_;
};

// How many ranked links are kept per page: enough to find n siblings among them even if many are missing.
inline constexpr std::size_t kept_links = 32;

// The page's links to pages of its own site, best first (core/page/siblings.h), at most kept_links.
std::vector<Url> sibling_links(const Document& page, const Url& key, SiteMode mode);

// hash_url of each: the form in which the cache keeps them.
std::vector<std::uint64_t> hashes_of(std::span<const Url> links);

}  // namespace pith::crawl
