// What a forum says beside and below each post about its author.
#pragma once

#include <vector>

#include "core/dom/node_set.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// The runs like "Joined: 15 May 2005 Posts: 34 Location: Melbourne": short, with a number and at least two of the words
// for such data. One alone, on a page that is not a thread, may be about anybody. O(words of the page).
std::vector<RunId> find_member_data(const PageView& page);

// Whether anything suggests that several people write on the page: markup of a thread, places named after forums or
// comments, a word for replies, items with dates, authors or replies, quoted lines, or data about members. O(bytes).
bool may_have_posts(const PageView& page);

// The text nodes of signatures: from a line of underscores to the end of its block, a few lines, as the old forums'
// programs set them off. Only for threads: elsewhere, such a line separates text from text. O(nodes).
NodeSet find_signatures(const Document& page);

}  // namespace pith
