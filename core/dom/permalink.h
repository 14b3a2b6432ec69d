// The sign behind a heading that links to the heading itself: "Install ¶".
#pragma once

#include <string>

#include "core/dom/collapsed_text.h"
#include "core/dom/document.h"

namespace pith {

// Whether the element is a link within the page whose text is only such a sign. O(1).
bool is_permalink(const Document& document, NodeId n);

// The text of a heading without its permalink: collapsed_text of the text nodes for which `takes(node)` is true.
template <typename Takes>
std::string heading_text(const Document& page, NodeId heading, Takes&& takes) {
  return collapsed_text(page, heading, page.end_of(heading), [&](NodeId i) {
    for (NodeId n = page[i].parent; n > heading && n != no_node; n = page[n].parent)
      if (is_permalink(page, n)) return false;
    return takes(i);
  });
}

}  // namespace pith
