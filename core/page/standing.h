// Which of several pages with the same content a reader would rather see: what the page itself says about that.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/dom/document.h"

namespace pith {

enum class Standing : std::uint8_t {  // the numbers are kept in page caches
  plain = 0,                          // HTML, or not known
  headlined = 1,                      // HTML with a heading that is the page's title
  feed = 2,                           // RSS, Atom, a site map: XML, parsed as if it were HTML
};

// A page is XML if it begins with an element that HTML does not have and has no <html> around it; XHTML is HTML.
// `title` is the page's (Metadata::title). Accepts any document; one built by hand, without lines, is never a feed.
// O(nodes + text).
Standing standing_of(const Document& page, std::string_view title);

}  // namespace pith
