// The parsers behind parse_html: each has a library build the tree, within limits, and copies it into a Document.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/base/stop.h"
#include "core/dom/document.h"

namespace pith {

// As parse_html (core/dom/parse.h). The page is at most limits.max_bytes long and begins without a byte order mark.
using HtmlParser = Result<Document>(std::string_view utf8, const Limits& limits, Stop* stop);

HtmlParser parse_with_gumbo;
HtmlParser parse_with_lexbor;  // where CMake found lexbor: PITH_LEXBOR is defined

struct NamedParser {
  std::string_view name;
  HtmlParser* parse;
};
// Those of this build. The first is parse_html's.
std::span<const NamedParser> parsers();
// parse_html by one of them.
Result<Document> parse_html_by(const NamedParser& parser, std::string_view utf8, const Limits& limits = {},
                               Stop* stop = nullptr);

// The deepest tree that is copied. limits.max_depth counts only elements whose end tag HTML never implies: of table,
// tbody, tr and td, the first.
inline std::size_t most_levels(const Limits& limits) { return std::size_t{4} * limits.max_depth; }

// The errors of parse_html.
Error too_deep(const Limits& limits);
Error tree_too_deep(const Limits& limits);
Error too_many_nodes(std::size_t nodes, const Limits& limits);
Error too_many_attributes(const Limits& limits);
Error too_much_memory(const Limits& limits);
Error too_slow();

// The page in which a <title> that is never closed ends at the next tag, so that it does not swallow the page.
// `title`: where its content begins.
std::string with_title_closed(std::string_view utf8, std::size_t title);

}  // namespace pith
