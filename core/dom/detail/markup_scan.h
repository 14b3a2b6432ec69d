// A look at the raw markup before gumbo gets it: what would make the parser slow or large is refused here.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace pith {

// One pass over the bytes that counts open elements (those whose end tag HTML never implies), attributes of each tag,
// and the nodes that gumbo will make at most, reopened formatting elements included. An estimate: it does not refuse
// honest pages, but it does not follow the parser's every turn either, so markup that is misnested on purpose can still
// nest deeper than the limit. O(bytes).
struct MarkupScan {
  std::optional<Error> error;  // the first limit that is exceeded (codes of core/dom/parse.h)
  // Where the text of a <title> begins that is never closed, if there is one: the parser would take all of the page for
  // its text.
  std::size_t unclosed_title = std::string_view::npos;
};
MarkupScan scan_markup(std::string_view html, const Limits& limits);

}  // namespace pith
