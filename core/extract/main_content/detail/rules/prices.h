// Which texts are prices, and which cards are of products other than the page's own.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"
#include "core/page/page_type.h"

namespace pith {

// What is so near below the headline is about the same thing.
inline constexpr RunId near_headline = 30;  // runs

// A short text with a number and a currency: "from 12,50 €", "806.40 BYN".
bool is_price(const PageView& page, RunId run);

// By run, nonzero: in a card of a product. Cards are items of groups with links, and those with the same tag and
// classes belong together; or lines of one path that are links in part. At least three of them, and a quarter, have a
// price, and none has the headline. O(runs · depth).
std::vector<char> find_product_cards(const PageView& page, RunId headline);

// Whether the page lists products: between the headline and the last card it has no price of its own near the former,
// and beside the cards hardly more is chosen than the words that such a list may begin with. `cards`:
// find_product_cards; `chosen`: by run, not if it is empty. O(runs).
bool lists_products(const PageView& page, const std::vector<char>& cards, RunId headline,
                    const std::vector<char>& chosen);

// The cards that are of other products than the page's own. Lists of products are about their cards, and articles
// compare products. So there are no others unless two of these hold: the page has a price outside of the cards, near
// its headline; it is of a product; other pages have most of the cards' words too. Empty if there are none, or if the
// page lists products. `chosen`: by run, what was chosen so far; empty if it is not known. O(runs · depth).
std::vector<char> find_other_products(const PageView& page, PageType type, RunId headline, const OtherPages& site,
                                      const std::vector<char>& chosen = {});

}  // namespace pith
