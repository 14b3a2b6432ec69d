// News feeds and other XML, which servers often send as HTML.
#pragma once

#include "core/dom/document.h"

namespace pith {

// Whether the page is RSS, Atom, a site map or other XML, parsed as if it were HTML: it begins with an element that
// HTML does not have, with no <html> around it, and that is the root of a feed or most elements are unknown to HTML
// (some archives put an element of their own before a page). XHTML is HTML. Accepts any document; one built by hand,
// without lines, is never a feed. O(nodes).
bool is_feed(const Document& page);

}  // namespace pith
