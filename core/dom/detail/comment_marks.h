// Comments by which authors keep search engines out of a part of a page.
#pragma once

#include <string_view>

#include "core/dom/detail/document_builder.h"

namespace pith {

// If the comment begins or ends a marked range, tells the builder; other comments do nothing. `comment` is the text
// between "<!--" and "-->". Known are the following, in any case and with white space around any word:
//   htdig_noindex, /htdig_noindex          ht://Dig
//   UdmComment, /UdmComment                mnoGoSearch
//   googleoff: WHAT, googleon: WHAT        Google Search Appliance
// WHAT is one of index, snippet, anchor and all, or several separated by commas; the default is all. `anchor` is about
// link texts as seen from the pages they lead to. Pith does not use those, so it is ignored. O(bytes of the comment),
// at most 200 of them.
void read_comment_mark(std::string_view comment, DocumentBuilder& builder);

}  // namespace pith
