// Fields that a template gives each page: "When: Saturday 8 February", "Price: 14,00 €".
//
// They are short, have names that all pages have, and are often in a box beside the text: page by page they look like
// by-lines and menus. That the name recurs in its place and the value does not is what only the site knows.
#pragma once

#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"
#include "core/page/page_type.h"

namespace pith {

// Adds to `runs`, nonzero if chosen:
//   the names and values of fields in the <main> or <article> around the headline and most of the chosen words, or, on
//   pages without these, in the smallest element around them. A name is a short text that a quarter of the other pages
//   with its place, and at least three, have there; a value is a short text without links right after it, in a place
//   where they have other texts. A form of facts stays whole: beside two such fields, others count whose value pages
//   share ("Surface: tarmac"), since a fact that is missing on some pages misinforms. Not those about authors, dates of
//   publication, sharing, members.
//   short texts with figures between the headline and the first chosen text after it, within eight runs: a price, an
//   article number, a telephone number, hours. On articles and threads none with a year: that is when they were written
//   on products, the first price after the headline
// `headline`: the number of runs if there is none. Never adds what readers do not see. O(runs · depth).
void complete_fields(const PageView& page, const OtherPages& site, RunId headline, PageType type,
                     std::vector<char>& runs);

}  // namespace pith
