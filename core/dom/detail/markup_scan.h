// Checks the raw markup before gumbo sees it, and refuses what would make the parser slow or use much memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace pith {

// One pass over the bytes that counts open elements (those whose end tag HTML never implies), the attributes of each
// tag, and the most nodes that gumbo can make, including reopened formatting elements. It is an estimate: it does not
// refuse honest pages, but it does not follow the parser exactly, so deliberately misnested markup can still nest
// deeper than the limit. O(bytes).
struct MarkupScan {
  std::optional<Error> error;  // the first limit that is exceeded (codes of core/dom/parse.h)
  // Where the text of an unclosed <title> begins, if there is one: the parser would treat the rest of the page as its
  // text.
  std::size_t unclosed_title = std::string_view::npos;
};
MarkupScan scan_markup(std::string_view html, const Limits& limits);

}  // namespace pith
