// The way to a page through its site, as the page itself shows it: "Home › Parks › Opening hours".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/text/url.h"

namespace pith {

inline constexpr std::size_t max_breadcrumb_names = 8, max_breadcrumb_name_bytes = 120;

// The names of the pages above the page, the outermost first; of more than max_breadcrumb_names, the last ones. Read
// from JSON-LD's BreadcrumbList if there is one, else from the first element whose class, id, aria-label or itemtype
// says "breadcrumb" or "crumbs": its list items, or its links if it has none.
//
// Left out are a first name that leads to the site's root or says "Home" in one of many languages, and the page's own:
// a last name that leads to `url` (null: not known), has no link, or is the title. White space is collapsed, separators
// around names are removed, names are cut to max_breadcrumb_name_bytes. What is in `ignored` (null: none) or hidden
// does not count. Accepts any document. O(nodes + text).
std::vector<std::string> read_breadcrumb(const Document& page, const Url* url, std::string_view title,
                                         const NodeSet* ignored = nullptr);

}  // namespace pith
