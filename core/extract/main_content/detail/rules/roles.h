// Which texts of a page are its own, and which its site's template, whether main content or not.
//
// Other pages decide, as far as they have the text or its place (all elements with the same path):
//   a text that is on a quarter of them, at least on two, is the template's, also if only numbers differ; a text on two
//   is, if its place has mostly such texts, or if it is a link and its place has the same text on many pages, as the
//   menu of a section has
//   any other text of a place that at least three of them have is the page's own
// Some kinds of text recur though they are about the page: tags, authors, breadcrumbs, links to related pages and to
// the next one, dates, comments. They are the template's only if at least half of the pages that have the place have
// the very text in it, if it is a link in such a menu, or if it is common elsewhere on the site and stands among texts
// that are the template's.
// Where other pages say nothing, names and tags decide: what is in a menu, a header or footer of the page, a side
// column, a dialog, a form or a share bar, or is about copyright and the like, is the template's, except the kinds
// above; all other text is the page's own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/extract/main_content/detail/rules/parts.h"
#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// By run, nonzero if it is the page's own. `parts`: find_parts. O(runs · log of the site).
std::vector<char> own_runs(const PageView& page, std::span<const Parts> parts, const OtherPages& site);

}  // namespace pith
