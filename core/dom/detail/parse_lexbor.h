// How lexbor's run keeps its memory small: for the tests, which copy ahead after every token.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/base/stop.h"
#include "core/dom/document.h"

namespace pith {

// Once lexbor has taken at least `least` bytes and so many times the page, and so many times what it has read of the
// page, what is finished of its tree is copied after every `tokens` tokens (core/dom/detail/lexbor_copy.h).
struct CopyAhead {
  std::size_t least = 0, times_page = 0, times_read = 0;
  unsigned tokens = 1;
};

// parse_with_lexbor (core/dom/detail/parser.h). The document is the same for any `ahead`. If a page exceeds several
// limits, the error may name another one, and needs less memory.
Result<Document> parse_with_lexbor(std::string_view utf8, const Limits& limits, Stop* stop, const CopyAhead& ahead);

}  // namespace pith
