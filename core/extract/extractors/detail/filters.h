// What the filters plain, lqf and crunch share: they begin with the whole page and cut subtrees out of it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// The visible text of a subtree, without white space.
struct LinkedText {
  std::uint32_t characters = 0;  // in all
  std::uint32_t linked = 0;      // inside of a link
  std::uint32_t links = 0;       // links with text

  void add(const LinkedText& other) {
    characters += other.characters;
    linked += other.linked;
    links += other.links;
  }
};

// Visits the nodes bottom-up with what they hold. Where `drops(n, held)` is true the subtree is removed, and the nodes
// above no longer count it: a page's wrapper is judged by what is left in it, without the menu that it also held. The
// root and <body> are never removed. Returns the flags of the removed nodes, some of which may be inside others.
// O(nodes + text).
template <typename Drops>
std::vector<bool> drop_bottom_up(const Document& page, Drops&& drops);

// The page without the given subtrees: the visible text, and the elements around it that kept all of their text
// (core/extract/detail/chosen_nodes.h). O(nodes).
NodeSet without(const Document& page, const std::vector<bool>& dropped);

// By node: text nodes have their own text, <a> the link.
std::vector<LinkedText> linked_text(const Document& page);

template <typename Drops>
std::vector<bool> drop_bottom_up(const Document& page, Drops&& drops) {
  std::vector<LinkedText> held = linked_text(page);
  std::vector<bool> dropped(page.size());
  for (NodeId n = page.size(); n-- > 1;) {
    dropped[n] = page[n].tag != Tag::body && drops(n, held[n]);
    if (!dropped[n]) held[page[n].parent].add(held[n]);
  }
  return dropped;
}

}  // namespace pith
