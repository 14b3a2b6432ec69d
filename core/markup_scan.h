// A look at the raw markup before gumbo gets it: what would make the parser slow or large is refused here.
#pragma once

#include <optional>
#include <string_view>

#include "core/limits.h"
#include "core/result.h"

namespace pith {

// One pass over the bytes that counts open elements (those whose end tag HTML never implies), attributes of each tag, and
// the nodes that gumbo will make at most, reopened formatting elements included. An estimate: it must not refuse an
// honest page, and what it passes gumbo parses in time and memory linear in the page times a small constant. Returns the
// error of the first limit that is exceeded (codes of core/parse.h). O(bytes).
std::optional<Error> scan_markup(std::string_view html, const Limits& limits);

}  // namespace pith
