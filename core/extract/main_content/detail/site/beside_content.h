// Parts of a page that are beside its own text, wherever they stand.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Whether the run is in a menu, aside, footer, form or button, or in an element named after parts like related pages,
// comments, authors, tags, dates, at most two elements up.
bool is_beside_content(const PageView& page, RunId run);

// The element that the site calls the main one around a run; 0, the whole page, if there is none.
NodeId main_around(const PageView& page, RunId run);

// The smallest element with the headline and four fifths of the chosen words. `runs`: nonzero if chosen.
// O(depth · runs).
NodeId around_chosen(const PageView& page, RunId headline, const std::vector<char>& runs);

}  // namespace pith
