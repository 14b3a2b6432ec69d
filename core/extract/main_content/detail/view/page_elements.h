// The elements of a page view: what their tags and names say, and where they are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dom/document.h"

namespace pith {

struct ElementInfo {
  std::uint32_t names = 0;   // kinds (core/extract/main_content/detail/view/names.h)
  std::uint32_t places = 0;  // bits (core/extract/main_content/detail/view/places.h)
  std::uint64_t path = 0;    // key of tags and classes from the root
  std::uint64_t place = 0;   // the same from the nearest element with a class on
  std::uint64_t own = 0;     // key of its tag and classes

  bool operator==(const ElementInfo&) const = default;
};

// Of a dense page, thousands of elements say the same: most of what is alike is kept once.
struct PageElements {
  std::vector<ElementInfo> list;       // the first is empty
  std::vector<std::uint32_t> by_node;  // numbers of the list; of text nodes, the first
  std::uint32_t articles = 0, h1s = 0, mains = 0;

  const ElementInfo& operator[](NodeId n) const { return list[by_node[n]]; }
};

// O(nodes + bytes of attributes).
PageElements read_elements(const Document& page);

}  // namespace pith
