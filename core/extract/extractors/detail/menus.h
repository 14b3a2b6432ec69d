// Menus of a page, for callers that want them and for callers that leave them out.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dom/document.h"

namespace pith {

struct MenuOptions {
  double ratio = 0;         // hyperlinks per node, at least
  std::uint32_t links = 0;  // hyperlinks, at least
  double characters = 0;    // per hyperlink on average, at most
  double linked = 0;        // share of the characters that are in hyperlinks, at least
};

// The topmost elements below <body> that are concentrations of short links (menus.cpp), in document order. O(nodes +
// text).
std::vector<NodeId> menus_of(const Document& page, const MenuOptions& options);

}  // namespace pith
