// Parses HTML bytes into a Document, using gumbo within limits.
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
//   too_much_memory      gumbo would use more than limits.max_memory: copies of attributes of elements that are never
//                        closed
//   too_slow             `stop` said so
// The depth and attribute limits are checked on the bytes, before gumbo sees them, because gumbo is quadratic in both.
// Markup that the scan misses (core/dom/detail/markup_scan.h) still costs quadratic time: only `stop` bounds that.
// Parsing is abandoned when gumbo asks for memory: it does so for every tag (not every one asks `stop`), and for text
// whenever the text has doubled. A <title> that is never closed ends at the next tag, so that it does not swallow the
// page. gumbo allocates from an arena that is freed at once. Thread-safe.
Result<Document> parse_html(std::string_view utf8, const Limits& limits = {}, Stop* stop = nullptr);

}  // namespace pith
