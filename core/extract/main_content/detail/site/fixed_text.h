// Texts that are the site's, however sure the page alone is that they are content.
#pragma once

#include <cstdint>

#include "core/extract/main_content/detail/site/site_features.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// The highest probability of such a text.
inline constexpr float of_fixed_text = 0.05f;

// The third forest trusts the page more than it should, since the labels of small sites contradict one another. Among
// the labelled sites with at least five pages
//   a text of six words that half of the other pages have (all, if they are few; at least three) is content on three of
//   120 sites only
//   of the words of texts that are the same wherever the site has their place, with all that is around it, on at least
//   three pages and a fifth of all (half of few), like a note on shipping below each product, 2 % are content
//   a text of six words beside a button or a field, in a box of at most sixty words, that two other pages have too, as
//   the box is the same wherever the site has it, like "If you load this map, ..."
//   a text of twenty words that both of two other pages have is hardly ever content if the page has more text of its
//   own
//   a text of six words in an <aside>, <footer> or <nav>, not in an <article>, that at least three pages and a tenth of
//   all have is never content
//   a text of twelve words that differs only in numbers, dates and links from what three tenths of the pages say, as in
//   "This entry was posted on 3 May and is filed under News", is never content if the page has a text of its own; of ten
//   words, it is above the posts of a forum
//   a date, an author or the minutes to read, in words that many pages have, are never content
//
// Of a text among the paragraphs of the page's own content, which the page alone takes for content, only the last two
// and those beside controls or in asides count. What all manuals of a maker warn of is still theirs: a reader of one
// page would miss it. "Among" means that the nearest own text before it has six words, that both are at most three
// elements below the one around that text and the next own one, and that these are at most 200 words away; not in an
// element named as a share bar, an advertisement and the like.
//
// `view` is of the same page. O(log of the site).
bool is_fixed_text(const PageView& page, const SiteView& view, std::uint32_t run);

}  // namespace pith
