// The text of some nodes as one line.
#pragma once

#include <string>

#include "core/dom/document.h"

namespace pith {

// The text of the text nodes in [begin, end) for which `takes(node)` is true, with white space collapsed and a space
// between blocks and for each <br>. O(nodes + text).
template <typename Takes>
std::string collapsed_text(const Document& page, NodeId begin, NodeId end, Takes&& takes) {
  std::string out;
  bool space = false;
  for (NodeId n = begin; n < end; ++n) {
    if (page[n].flags & Node::space_before || is_block(page[n].tag) || page[n].tag == Tag::br) space = true;
    if (!page[n].is_text() || !takes(n)) continue;
    for (const char c : page.text(n)) {
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f') {
        space = true;
        continue;
      }
      if (space && !out.empty()) out += ' ';
      space = false;
      out += c;
    }
  }
  return out;
}

}  // namespace pith
