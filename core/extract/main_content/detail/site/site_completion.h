// What one page alone makes look like nothing, in a place that is content on the site's other pages.
#pragma once

#include <span>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Adds to `runs`, which has an entry per run, nonzero if chosen; `p`: the runs' probabilities. A short reply, "Thanks!",
// has nothing that a forest could tell from a button, but it is where other pages have replies. A run is added if
//   at least three other pages have its place, which is that of its innermost element
//   they have content there by their own judgement, mostly no links, and little that another page has too
//   the text is on no other page, and once on this one, without links, visible and not all but impossible
// O(runs · log of the site's places).
void complete_by_site(const PageView& page, std::span<const float> p, const OtherPages& site, std::vector<char>& runs);

}  // namespace pith
