// Pages of which hardly more than the headline would be left.
#pragma once

#include <span>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// If `runs` (an entry per run, nonzero if chosen) have up to ten words besides the headline, and what hardly any other
// page of its site says (a tenth at most) has at least twice as many: adds that. A list of three minutes, one beside
// the other, looks like a menu; but a page is not there for its headline. Not hidden text, what is beside the content
// (beside_content.h), wordings like "read more" but for prices and sizes, and what is hardly likely. `p`: the runs'
// probabilities. `headline`: the number of runs if there is none. O(runs · (depth + log of the site's texts)).
void fill_bare_page(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                    std::vector<char>& runs);

}  // namespace pith
