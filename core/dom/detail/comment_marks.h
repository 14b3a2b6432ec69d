// Comments with which authors keep search engines out of a part of a page.
#pragma once

#include <string_view>

#include "core/dom/detail/document_builder.h"

namespace pith {

// If the comment begins or ends a marked range, tells the builder; other comments do nothing. `comment` is what stands
// between "<!--" and "-->". Known are, in any case and with white space around any word,
//   htdig_noindex, /htdig_noindex          ht://Dig
//   UdmComment, /UdmComment                mnoGoSearch
//   googleoff: WHAT, googleon: WHAT        Google Search Appliance
// WHAT is one of index, snippet, anchor and all, or several between commas; without one it is all. `anchor` is for the
// texts of links as seen from the pages they lead to, which Pith does not use: it means nothing here. O(bytes of the
// comment), and at most 200 of them.
void read_comment_mark(std::string_view comment, DocumentBuilder& builder);

}  // namespace pith
