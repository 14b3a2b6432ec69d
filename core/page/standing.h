// Which of several pages with the same content a reader would rather see: what the page itself says about that.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/dom/document.h"

namespace pith {

enum class Standing : std::uint8_t {  // the numbers are kept in page caches
  plain = 0,                          // or not known
  headlined = 1,                      // with a heading that is the page's title
};

// `title` is the page's (Metadata::title). Accepts any document. O(nodes + text).
Standing standing_of(const Document& page, std::string_view title);

}  // namespace pith
