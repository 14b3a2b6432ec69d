// The date that a page shows as that of its own publication.
#pragma once

#include <string>
#include <string_view>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// ISO 8601 as of parse_date, for pages that do not declare their date in the head. In this order:
//   - itemprop=datePublished or <time pubdate>: the only one, or that of the headline's own item or article
//   - what stands beside the headline: from four lines before it to the text's first paragraph. Either a <time>, or a
//     short line that begins with a date or with a word such as "Posted", or whose class says that it is a date or a
//     by-line ("Monday, August 27, 2018 by Jo Clover")
//   - the first <time> in the headline's own <article>
//   - a short line "Posted on 3 March 2021" elsewhere, or a <time>, if the page has only one date
// The headline is the heading with the words of `title` (Metadata::title), else the first <h1>. Dates in comments,
// footers, asides, navigation and lists of related pages do not count, nor do times of a change, nor those beside a
// line such as "Venue: Town Hall", which are an event's, nor dates that come in quick succession with the same class,
// as in lists of news. Empty if there is none: no date is better than a wrong one. Nodes in `ignored` (null: none) do
// not count. O(nodes + text).
std::string visible_date(const Document& document, std::string_view title, const NodeSet* ignored = nullptr);

}  // namespace pith
