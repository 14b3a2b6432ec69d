// Folded parts of the content: a question as a button, and its answer, which is hidden until somebody asks.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/page_view.h"
#include "core/extract/main_content/detail/site_statistics.h"

namespace pith {

// Adds to `runs`, nonzero if chosen, the texts of controls and of the parts that they unfold, hidden or not. A control
// is an element with aria-expanded or aria-selected, or of Bootstrap's toggles, that names the part by aria-controls,
// data-bs-target or data-target. Only below the headline, if the control is or is in a heading or the part reads like
// sentences; not if most of its words are links, as in menus, or are in this place on other pages too, nor in menus,
// forms, footers, asides, comments and consent boxes. `headline`: the number of runs if there is none; then nothing is
// added. O(nodes + runs · depth).
void complete_accordions(const PageView& page, const OtherPages& site, RunId headline, std::vector<char>& runs);

}  // namespace pith
