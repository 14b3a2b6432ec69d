// The headline of a page: the heading of its main content.
#pragma once

#include <span>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// The heading that says most of the page's title or og:title; of two that say as much, the one that other pages link
// here with; else the only <h1>; else the first heading that they link here with; else, as on old pages, the first text
// that is one of the parts of the title between separators, and longer than the site's name may be if no other page of
// the site is known. What links say is known if two other pages have these words outside of headings. Never a heading
// that at least half of the site's other pages have too, such as the site's name or a footer's "Contact", and none after
// the main content.
// `chosen`: by run, the main content; empty if unknown. The number of runs if there is no headline. O(runs).
RunId find_headline(const PageView& page, const std::vector<char>& chosen, const OtherPages& site);

// Takes away headings above the headline that are hardly likely content and that half of the other pages, and two, have
// there, too: the site's name, which is a heading on old pages. `p`: the runs' probabilities. O(runs · log of the
// site's texts).
void drop_shared_headings(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                          std::vector<char>& runs);

}  // namespace pith
