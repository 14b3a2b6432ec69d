// What a page calls itself: pages of a site that have the same names are not titled by them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/dom/document.h"

namespace pith {

struct PageName {
  std::string text;
  std::uint64_t hash = 0;    // of its letters and digits; never 0
  bool is_of_title = false;  // a part of <title> or og:title
};

// At most `max_page_names`, each once: the parts of <title> and og:title between separators, those before and in
// parentheses at the end, and the first <h1>s. Names longer than 300 bytes do not count. Accepts any document. O(nodes
// + text).
inline constexpr std::size_t max_page_names = 16;
std::vector<PageName> page_names(const Document& page);

}  // namespace pith
