#include "core/dom/parse.h"

#include <string>

#include "core/dom/detail/parser.h"

namespace pith {
namespace {

#ifdef PITH_LEXBOR
constexpr HtmlParser* parser = parse_with_lexbor;
constexpr std::string_view name = "lexbor";
#else
constexpr HtmlParser* parser = parse_with_gumbo;
constexpr std::string_view name = "gumbo";
#endif

}  // namespace

Result<Document> parse_html(std::string_view utf8, const Limits& limits, Stop* stop) {
  if (utf8.size() > limits.max_bytes)
    return Error{"too_large", "the page has " + std::to_string(utf8.size()) + " bytes, the limit is " +
                                  std::to_string(limits.max_bytes) + " (extract.limits.max_bytes)"};
  if (utf8.starts_with("\xEF\xBB\xBF")) utf8.remove_prefix(3);
  return parser(utf8, limits, stop);
}

std::string_view parser_name() { return name; }

}  // namespace pith
