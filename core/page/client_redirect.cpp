#include "core/page/client_redirect.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <regex>
#include <string>
#include <string_view>
#include <system_error>

#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::uint32_t most_words = 60, most_words_of_notice = 30;
constexpr int most_seconds = 15;
constexpr std::size_t max_script_bytes = 400;

bool is_inside(const Document& page, NodeId n, Tag tag) {
  for (n = page[n].parent; n != no_node; n = page[n].parent)
    if (page[n].tag == tag) return true;
  return false;
}

// Whether a browser would load another page for it.
bool is_other_page(const std::optional<Url>& base, std::string_view reference) {
  reference = trim_ascii(reference);
  if (reference.empty() || reference[0] == '#') return false;
  if (!base) return true;
  const std::optional<Url> target = resolve(*base, reference);
  return target && !(*target == *base);
}

// The URL of "5; url='/new'", as browsers read it: both "url=" and the quotes may be missing.
std::string_view refresh_target(std::string_view content) {
  content = trim_ascii(content);
  int seconds = 0;
  const char* const end = content.data() + content.size();
  const auto number = std::from_chars(content.data(), end, seconds);
  if (number.ec != std::errc() || seconds < 0 || seconds > most_seconds) return {};
  content.remove_prefix(static_cast<std::size_t>(number.ptr - content.data()));
  const std::size_t separator = content.find_first_of(";, \t\n\r\f");
  if (separator == std::string_view::npos) return {};
  content.remove_prefix(std::min(content.find_first_not_of(";, \t\n\r\f", separator), content.size()));
  if (content.size() > 3 && equals_ignoring_case(content.substr(0, 3), "url")) {
    const std::string_view value = trim_ascii(content.substr(3));
    if (value.starts_with('=')) content = trim_ascii(value.substr(1));
  }
  if (!content.empty() && (content[0] == '"' || content[0] == '\'')) {
    const char quote = content[0];
    content.remove_prefix(1);
    content = content.substr(0, content.find(quote));
  }
  return content;
}

// The literal that a script sets `location` to: location = "/x", location.href = '/x', location.replace("/x"). Empty if
// it decides something or waits for a visitor: then the page may be for reading.
std::string location_target(std::string_view script) {
  if (script.size() > max_script_bytes) return {};
  static const std::regex depends(R"(\bif\b|\bon(?!load)\w+\s*=|addEventListener|function\s+\w)");
  static const std::regex sets(
      R"(^[^?&|]*\blocation\s*(?:\.\s*href\s*)?(?:=|\.\s*(?:replace|assign)\s*\()\s*["']([^"']+)["'])");
  std::cmatch match;
  if (std::regex_search(script.begin(), script.end(), depends)) return {};
  return std::regex_search(script.begin(), script.end(), match, sets) ? match[1].str() : std::string();
}

// In lower case. Each is about a page or a site: a shop that has moved is news.
constexpr std::array<std::string_view, 22> notices = {"page has moved",         "page has been moved",
                                                      "site has moved",         "site has been moved",
                                                      "document has moved",     "page was moved",
                                                      "being redirected",       "are not redirected",
                                                      "redirecting you",        "diese seite ist umgezogen",
                                                      "seite wurde verschoben", "werden weitergeleitet",
                                                      "page a été déplacée",    "allez être redirigé",
                                                      "página se ha movido",    "página ha sido movida",
                                                      "página mudou",           "pagina è stata spostata",
                                                      "pagina is verplaatst",   "strona została przeniesiona",
                                                      "страница перемещена",    "страница переехала"};

// Looks at the first 1,000 bytes of the page's text.
bool is_notice(const Document& page) {
  std::string text;
  for (NodeId n = 0; n < page.size() && text.size() < 1000; ++n)
    if (page[n].is_text() && page[n].is_content()) (text += ' ') += page.text(n);
  text = lower_ascii(collapse_space(text));
  return std::ranges::any_of(notices, [&](std::string_view notice) { return text.find(notice) != std::string::npos; });
}

}  // namespace

bool is_client_redirect(const Document& page, const std::optional<Url>& base, std::uint32_t words) {
  if (words > most_words) return false;
  bool leads_on = false, has_link = false;
  std::size_t scripts = 0;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (page[n].tag == Tag::meta && equals_ignoring_case(page.attribute(n, "http-equiv"), "refresh") &&
        is_other_page(base, refresh_target(page.attribute(n, "content"))) && !is_inside(page, n, Tag::noscript))
      return true;
    if (!has_link && page[n].tag == Tag::a && is_other_page(base, page.attribute(n, "href"))) has_link = true;
    if (page[n].tag != Tag::script) continue;
    if (++scripts == 1 && n + 1 < page.end_of(n) && is_other_page(base, location_target(page.text(n + 1))))
      leads_on = true;
  }
  return (leads_on && scripts == 1) || (has_link && words <= most_words_of_notice && is_notice(page));
}

}  // namespace pith
