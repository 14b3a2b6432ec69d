// Which texts are prices, and which cards are of products other than the page's own.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/page_view.h"
#include "core/extract/main_content/detail/site_statistics.h"
#include "core/page/page_type.h"

namespace pith {

// What is so near below the headline is about the same thing.
inline constexpr RunId near_headline = 30;  // runs

// A short text with a number and a currency: "from 12,50 €", "806.40 BYN".
bool is_price(const PageView& page, RunId run);

// By run, nonzero: in one of at least three cards with a link and a price each, on a page that has a price of its own
// outside of them, near its headline. Lists of products have no such price. Articles compare products, so only on pages
// of products, or if other pages have most of the cards' words too. Empty if there are none. O(runs · depth).
std::vector<char> find_other_products(const PageView& page, PageType type, RunId headline, const OtherPages& site);

}  // namespace pith
