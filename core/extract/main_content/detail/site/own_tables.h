// Tables, lists of definitions and rows of facts that are the page's own.
#pragma once

#include <span>

#include "core/extract/main_content/detail/site/site_features.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Raises probabilities to what the page alone gives, in each table of data and each list of definitions that differs
// from those in its place on all other pages, or that has other values in their order, and of which the page alone
// expects a quarter of the words to be content. Its labels, and the values that other pages happen to share, go with
// the others: a table of opening hours that keeps the days of which no other branch has the hours misinforms. A table
// that another page has word for word, such as a chart of sizes, is left to other rules. The same for rows of facts
// (fact_rows.h), if no other page has all of them, but not beside the content (beside_content.h).
//
// `alone`, `p`: by run; `view` is of the same page. O(nodes · log of the places + runs · depth).
void keep_own_tables(const PageView& page, const SiteView& view, std::span<const float> alone, std::span<float> p);

}  // namespace pith
