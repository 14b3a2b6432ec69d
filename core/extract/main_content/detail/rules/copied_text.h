// Chosen text that is on the page more than once, such as the same page for narrow and for wide screens.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Takes away all copies of a text but the first visible one, or the first. `runs` has an entry per run, nonzero if
// chosen. A text has at least twelve words, or is one of three or more that follow each other and have so many: a list
// of what is in the box, in a tab and below it; not a list below text of its own, as what a second plan includes, too,
// nor what a table sums up. What recurs in the same kind of place, after others, is meant to: a manual says the same of
// two functions. Lines of code may be alike, and posts of a thread quote each other. O(runs · depth).
void drop_copies(const PageView& page, bool is_thread, std::vector<char>& runs);

}  // namespace pith
