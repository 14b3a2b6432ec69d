// Links in headings that are tools, not text: "[edit]" beside each heading of a wiki.
#pragma once

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// The text nodes of the elements in headings, after other text of the heading, that hold only links and signs, and
//   whose text two headings have, or
//   that are named after editing: "mw-editsection", "secedit"
// O(nodes).
NodeSet find_section_tools(const Document& page);

}  // namespace pith
