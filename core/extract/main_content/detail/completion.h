// What a choice of runs leaves out though it belongs to the chosen runs: parts of tables, and headings.
//
// A forest judges each run by itself. Row names and section headings are short, and often the same on all pages of a
// site; without them the content is hard to understand, and hits appear under the wrong heading.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/page_view.h"

namespace pith {

// All of these change `runs`, by run chosen or not; they never add what readers do not see. O(nodes + runs · depth).

// A data table without long texts: all of it if a fifth of its words is chosen, or if what comes right before and after
// it is; otherwise each row that has a chosen run.
void complete_tables(const PageView& page, std::vector<char>& runs);

// A heading with no chosen run, if what comes right after it is chosen and is text or a heading of a lower level. Not
// headings that are a link, as in teasers.
void complete_headings(const PageView& page, std::vector<char>& runs);

}  // namespace pith
