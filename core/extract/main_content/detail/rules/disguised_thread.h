// Threads whose posts a content system made as comments: a forum of a blog's articles and comments.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// By run, nonzero if it is in a post; empty if the page is not such a thread. It is one if
//   at least half of the site's other pages have comments in the same place, which are much of their text
//   the page says that it is a thread: an element around the comments, or of the text before them, is named after a
//   forum, or at least half of the comments' headings answer the page's title ("Re: …")
// Forms, menus, share bars, data about members and what many pages repeat are in no post. One page alone says too
// little: comments below a short article look the same. O(nodes + bytes of attributes).
std::vector<char> find_disguised_posts(const PageView& page, const OtherPages& site);

}  // namespace pith
