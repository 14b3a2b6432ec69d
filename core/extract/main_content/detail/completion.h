// What a choice of runs leaves out though it belongs to what is taken: rests of tables, and headings.
//
// A forest judges each run by itself. Names of rows and headings of sections are short, and often the same on all pages
// of a site; without them, what they stand for cannot be read, and hits stand under the wrong heading.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/page_view.h"

namespace pith {

// All of these change `runs`, by run taken or not; what readers do not see is never added. O(nodes + runs · depth).

// A data table without long texts: all of it where a fifth of its words is taken, or where what stands right before and
// after it is; otherwise each row of which something is.
void complete_tables(const PageView& page, std::vector<char>& runs);

// A heading of which nothing is taken: where what comes right after it is, and that is text or a heading of a lower
// level. Not those that are a link, as teasers have them.
void complete_headings(const PageView& page, std::vector<char>& runs);

}  // namespace pith
