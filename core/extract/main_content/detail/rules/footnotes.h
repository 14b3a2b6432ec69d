// Notes to the content: "as before [1]", and below, or in a box of its own, what [1] says.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Adds to `runs`, nonzero if chosen, the notes to chosen texts. A note is an element that a link in such a text leads
// to and whose links lead back to that text's block; of one that is a label (<dt>, a cell), what it is the label of.
// Not in menus, forms and consent boxes. O(nodes + links · 100).
void complete_footnotes(const PageView& page, std::vector<char>& runs);

}  // namespace pith
