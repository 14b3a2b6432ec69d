// Whether two documents are the same in everything that a document tells.
#pragma once

#include <cstddef>
#include <string>

#include "core/dom/document.h"

namespace pith::test {

// What differs first, with the node; "" if nothing does.
inline std::string difference(const Document& a, const Document& b) {
  if (a.size() != b.size()) return std::to_string(a.size()) + " and " + std::to_string(b.size()) + " nodes";
  for (NodeId n = 0; n < a.size(); ++n) {
    const auto differs = [&](const char* what) { return std::string(what) + " of node " + std::to_string(n); };
    if (a[n].parent != b[n].parent || a[n].subtree_size != b[n].subtree_size || a[n].depth != b[n].depth)
      return differs("place");
    if (a[n].tag != b[n].tag || a.tag_name(n) != b.tag_name(n)) return differs("name");
    if (a[n].flags != b[n].flags) return differs("flags");
    if (a[n].line != b[n].line || a[n].end_line != b[n].end_line) return differs("lines");
    if (a.text(n) != b.text(n)) return differs("text");
    const auto of_a = a.attributes(n), of_b = b.attributes(n);
    if (of_a.size() != of_b.size()) return differs("attributes");
    for (std::size_t i = 0; i < of_a.size(); ++i)
      if (a.name(of_a[i]) != b.name(of_b[i]) || a.value(of_a[i]) != b.value(of_b[i])) return differs("attributes");
  }
  const auto of_a = a.marked_ranges(), of_b = b.marked_ranges();
  if (of_a.size() != of_b.size()) return "marked ranges";
  for (std::size_t i = 0; i < of_a.size(); ++i)
    if (of_a[i].kind != of_b[i].kind || of_a[i].begin != of_b[i].begin || of_a[i].end != of_b[i].end)
      return "marked range " + std::to_string(i);
  return "";
}

}  // namespace pith::test
