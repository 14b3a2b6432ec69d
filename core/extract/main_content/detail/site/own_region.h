// The page's own text below the headline, wherever the template puts it: cards, steps, questions in a section of their
// own.
#pragma once

#include <span>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Adds to `runs`, which has an entry per run, nonzero if chosen; `p`: the runs' probabilities. A page alone takes short
// texts in boxes for what templates have there. The site knows that they are not: no other page has them, and in the
// same place other pages have texts of their own. Leaving them out needs a reason then. Those are
//   the part of the page: beside_content.h
//   what the text is: hidden, a link (unless it is part of a card, a link around several texts), a date, a wording like
//   "read more", more digits than letters, twice on the page
//   where it is: fewer than three other pages have the place, or theirs are links or repeated
//   all but no probability
// Not for articles: what is below them is by readers, or about other articles. `headline`: the number of runs if there
// is none; then nothing is added. O(runs · (depth + log of the site's places)).
void complete_region(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                     std::vector<char>& runs);

}  // namespace pith
