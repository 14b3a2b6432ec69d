// Entries of pages that only list others: "Tag: harbour" above the headline of a single story.
//
// A page alone makes them look like teasers, which they are on pages that have a text of their own.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Adds to `runs`, nonzero if chosen, if hardly anything but the headline is chosen: the headings after the headline
// that are links, in the smallest element around it that has one, with the running text of their entries; or else, if
// the site is known, what is in lists and tables, in the same way. Not those in menus, forms, asides and footers, nor
// those that at least half of the other pages with their place have there too. `headline`: the number of runs if there
// is none; then none of these.
// And on pages that list products (prices.h), their cards. O(runs · depth).
void complete_entries(const PageView& page, const OtherPages& site, RunId headline, std::vector<char>& runs);

}  // namespace pith
