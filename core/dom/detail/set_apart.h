// Inline elements that are set apart without white space: by a stylesheet, as in
// <span class="name">Cleaning</span><span class="price">89 €</span>, or as boxes of their own, as buttons are.
#pragma once

#include <vector>

#include "core/dom/document.h"

namespace pith {

// The nodes before which a reader sees space, though the source has none: the second of two neighbours
//   that are inline and not <sub> or <sup>, in an element without text of its own, and have different classes;
//   whose texts would make one word of two, in a script that has spaces between words;
//   where the page has that twice: elements with the same classes, in ones with the same class.
// Else a word may be split: editors make such elements for bold or coloured parts of words. Of a <button> and what is
// beside it, that the texts make one word is enough, and of two elements that are a word of three letters on and a
// figure, as in <b>Price</b><span>470</span>. Also fields of a form, which are no text: "Size" and "Colour" around one
// are two words. Also a <sub> or <sup> that would make another word of the one before it: a link within the page, as
// the mark of a footnote is, or figures after a figure. "1643" with note 1 is not 16431, 10 to the 6th is not 106, and
// 13 with raised cents is not 1395; but "1st" and "CO2" are words. Not in code. O(nodes).
std::vector<NodeId> elements_set_apart(const Document& page);

}  // namespace pith
