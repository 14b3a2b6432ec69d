// Which pages of a labelled set to compare a key page with.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "plugin/lab/page_set.h"

namespace pith::eval {

enum class SiblingMode : std::uint8_t {
  linked,   // pages that the key page links to, by hyperlink and DOM distance (Alarte et al. 2018, §2.1)
  nearest,  // those first, then the site's other pages, by hyperlink distance of their URLs
  random,   // pages of the site, shuffled by a seed (Alarte et al. 2018, Table 2, last row)
  none,
  site,  // the model of the whole site, for extractors that learn; the others get the nearest
};

std::string_view name_of(SiblingMode mode);
std::optional<SiblingMode> sibling_mode_of(std::string_view name);

// All pages of the key page's site that may be its siblings, best first; for `site`, those of `nearest`. Deterministic.
// O(siblings · log siblings + links).
std::vector<std::uint32_t> order_siblings(const PageSet& set, std::uint32_t page, const Document& key, SiblingMode mode,
                                          std::uint64_t seed);

}  // namespace pith::eval
