// Inline elements that only a stylesheet sets apart: <span class="name">Cleaning</span><span class="price">89 €</span>.
#pragma once

#include <vector>

#include "core/dom/document.h"

namespace pith {

// The elements before which a reader sees space, though the source has none: the second of two neighbours
//   that are inline and not <sub> or <sup>, and have different classes, in an element without text of its own;
//   whose texts would make one word of two, in a script that has spaces between words;
//   where the page has that twice: elements with the same classes, in ones with the same class.
// Else a word may be split: editors make such elements for bold or coloured parts of words. Not in code. O(nodes).
std::vector<NodeId> elements_set_apart(const Document& page);

}  // namespace pith
