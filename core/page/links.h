// The hyperlinks of a page.
#pragma once

#include <optional>
#include <vector>

#include "core/dom/document.h"
#include "core/text/url.h"

namespace pith {

struct Link {
  NodeId anchor;  // the <a>
  Url target;     // normalised, without fragment
};

// What the page's relative references resolve against: its <base href> if that resolves, else the page's own URL.
Url base_of(const Document& document, const Url& page);

// Every <a href> that resolves to http(s), in document order, including repeated targets. Stops when the targets add up
// to 16 MB. O(nodes).
std::vector<Link> links_of(const Document& document, const Url& page);

}  // namespace pith
