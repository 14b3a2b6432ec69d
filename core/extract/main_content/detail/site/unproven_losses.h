// Losses that the site does not account for.
#pragma once

#include <span>

#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Adds to `choice` what the page alone chooses and the site says nothing against, if that is more than a third of the
// words that the page alone chooses. Where the site is sure of a few texts, the best set of words (decision.h) may be
// these alone, though it took nothing from the others: a list of jobs whose headline is found elsewhere, too, was its
// headline. Threshold and confidence become the lower of both. `alone`: the choice of the page without its site.
// `p_alone`, `p`: by run, the probabilities without and with it. O(runs).
void keep_unproven_losses(const PageView& page, const Choice& alone, std::span<const float> p_alone,
                          std::span<const float> p, Choice& choice);

}  // namespace pith
