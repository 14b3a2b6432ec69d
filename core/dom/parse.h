// HTML bytes to Document: gumbo behind limits.
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
//   too_much_memory      gumbo would take more than limits.max_memory: copies of attributes of elements that are never
//                        closed
//   too_slow             `stop` said so
// The depth and attribute limits are checked on the bytes, before gumbo sees them: gumbo is quadratic in both. It still
// is in what the scan does not see (core/dom/detail/markup_scan.h): only `stop` bounds that. gumbo is left in the
// middle, when it asks for memory: for every tag, of which not each asks `stop`, and for text whenever that has
// doubled. A <title> that is never closed ends at the next tag, so that it does not swallow the page. gumbo allocates
// from an arena that is dropped in one go. Thread-safe.
Result<Document> parse_html(std::string_view utf8, const Limits& limits = {}, Stop* stop = nullptr);

}  // namespace pith
