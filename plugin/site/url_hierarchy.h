// Which page an address means, and which pages are above it, as far as URLs tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/text/url.h"

namespace pith::pipeline {

// Equal for addresses that nearly always mean the same page: with http or https, with or without "www.", a slash at the
// end, or the name of an index file. Links in mirrors name index files where the site's URLs do not. The same in every
// process.
std::uint64_t address_key(const Url& url);

// A name for what /a/b/, /a/b/index.html, /a/b.html and /a/b are together: hashes of the host and "/a/b". The same in
// every process.
using Stem = std::uint64_t;

// As what a page can be above others: the lowest rank wins where several pages have the same stem.
struct StemOfPage {
  Stem stem;
  std::uint8_t rank;  // 0 /a/b/, 1 /a/b/index.html, 2 /a/b.html, 3 /a/b
};

// nullopt for a URL that no page can be below: the root of the site, and those with a query.
std::optional<StemOfPage> stem_of(const Url& url);

inline constexpr std::size_t max_stems_above = 16;

// The stems above the page, the nearest first, never the root: of /a/b/c.html those of /a/b and /a; of /a/b?page=2
// those of /a/b and /a.
std::vector<Stem> stems_above(const Url& url);

}  // namespace pith::pipeline
