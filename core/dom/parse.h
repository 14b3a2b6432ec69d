// Parses HTML bytes into a Document, by lexbor or gumbo, within limits.
#pragma once

#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/base/stop.h"
#include "core/dom/document.h"

namespace pith {

// Parses UTF-8 HTML (see core/text/encoding.h for other encodings; invalid bytes become U+FFFD). Any bytes give a
// document or one of these errors, by `code`:
//   too_large            more than limits.max_bytes
//   too_deep             more than limits.max_depth elements open at once
//   too_many_nodes       more than limits.max_nodes, also through reopened formatting elements (<b><b>... before
//                        <p><p>...)
//   too_many_attributes  more than limits.max_attributes on one element
//   too_much_memory      the parser would use more than limits.max_memory: copies of attributes of elements that are
//                        never closed
//   too_slow             `stop` said so
// A <title> that is never closed ends at the next tag, so that it does not swallow the page. The parser allocates from
// an arena that is freed at once, and is left by a jump when a limit is reached. Of a large page with a node for every
// few bytes, what lexbor has finished is copied while it builds the rest, so that parsing takes at most about 15 times
// the page's size; with gumbo it takes over 40 times. Thread-safe.
//
// Both parsers follow HTML's rules; gumbo those of 2015. tests/parsers lists where their trees differ.
Result<Document> parse_html(std::string_view utf8, const Limits& limits = {}, Stop* stop = nullptr);

// The parser that this build uses: "lexbor" or "gumbo" (CMake: PITH_PARSER).
std::string_view parser_name();

}  // namespace pith
