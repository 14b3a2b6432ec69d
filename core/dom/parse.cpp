#include "core/dom/parse.h"

#include <span>
#include <string>

#include "core/dom/detail/parser.h"

namespace pith {
namespace {

constexpr NamedParser all[] = {
#ifdef PITH_LEXBOR
    {"lexbor", parse_with_lexbor},
#endif
    {"gumbo", parse_with_gumbo},
};

}  // namespace

std::span<const NamedParser> parsers() { return all; }

Result<Document> parse_html_by(const NamedParser& parser, std::string_view utf8, const Limits& limits, Stop* stop) {
  if (utf8.size() > limits.max_bytes)
    return too_large("too_large", "the page has " + std::to_string(utf8.size()) + " bytes, the limit is " +
                                      std::to_string(limits.max_bytes) + " (extract.limits.max_bytes)");
  if (utf8.starts_with("\xEF\xBB\xBF")) utf8.remove_prefix(3);
  return parser.parse(utf8, limits, stop);
}

Result<Document> parse_html(std::string_view utf8, const Limits& limits, Stop* stop) {
  return parse_html_by(parsers().front(), utf8, limits, stop);
}

std::string_view parser_name() { return parsers().front().name; }

}  // namespace pith
