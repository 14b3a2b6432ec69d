// Whether a page shows its title as a heading: of several pages with the same content, a reader would rather see one
// that does.
#pragma once

#include <string_view>

#include "core/dom/document.h"

namespace pith {

// `title` is the page's (Metadata::title). Accepts any document. O(nodes + text).
bool has_headline(const Document& page, std::string_view title);

}  // namespace pith
