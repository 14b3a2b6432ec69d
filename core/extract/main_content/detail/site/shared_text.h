// What pages of a kind share inside of their own content: warnings, steps, opening hours, labels of facts.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Adds to `runs`, which has an entry per run, nonzero if chosen. `alone`: the choice of the page without its site.
//
// The template is around the content. That other pages have a text, too, does not make it the template's if it is
// inside: it stays where a reader of this page alone would miss it, and of the others that have it in the same place.
// So is added what the page alone chooses below the headline, inside of the <main> around it, if no other page has it
// in its place, or if they take it for content as well; not links, wordings like "read more", and what is beside the
// content (beside_content.h). Without a <main>: inside of the smallest element around the content, as far as the last
// text of the page's own, or what that heads, and at most three times as much as that; else the site's foot would be
// content. If the page alone takes all but a tenth of that element for content, it is no wrapper of the site: then also
// as far as its last table, list of definitions or rows of facts (two and more). `headline`: the number of runs if
// there is none; then nothing is added. O(runs · (depth + log of the site's texts) + nodes).
void keep_shared_text(const PageView& page, const Choice& alone, const OtherPages& site, RunId headline,
                      std::vector<char>& runs);

}  // namespace pith
