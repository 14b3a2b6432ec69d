// Which texts are prices, and which cards are of products other than the page's own.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/page_view.h"

namespace pith {

// A short text with a number and a currency: "from 12,50 €", "806.40 BYN".
bool is_price(const PageView& page, RunId run);

// By run, nonzero: in one of at least three cards with a link and a price each, on a page that has a price of its own
// outside of them, near its headline. Lists of products have no such price. Empty if there are none.
// O(runs · depth).
std::vector<char> find_other_products(const PageView& page, RunId headline);

}  // namespace pith
