// The parsers of HTML beside each other.
//
// Input: markup, of which each parser makes a tree that keeps all rules of documents, or refuses it. If the last byte
// is odd, each byte before it chooses a piece of markup instead, and all parsers make the same tree of these pieces: of
// elements that gumbo's HTML of 2015 has too; unless one refuses it as too deep: the scan before gumbo counts open
// tags, lexbor open elements. What lexbor copies ahead, after each token, is what it copies at the end.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/dom/detail/parse_lexbor.h"
#include "core/dom/detail/parser.h"
#include "tests/fuzz/check.h"
#include "tests/support/same_document.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

constexpr Limits limits = {.max_bytes = 64 << 10, .max_depth = 200, .max_nodes = 20'000, .max_attributes = 64};

// 64. Formatting elements are closed at once: where they overlap blocks, gumbo follows the rules of its day.
constexpr std::string_view pieces[] = {"word ",
                                       "other ",
                                       "&amp;",
                                       "<!--c-->",
                                       "<p>",
                                       "</p>",
                                       "<div>",
                                       "</div>",
                                       "<span>",
                                       "</span>",
                                       "<a href=x>link</a>",
                                       "<b>bold</b>",
                                       "<i class=k>odd</i>",
                                       "<ul>",
                                       "</ul>",
                                       "<li>",
                                       "</li>",
                                       "<h1>",
                                       "</h1>",
                                       "<h2>",
                                       "</h2>",
                                       "<br>",
                                       "<img alt=t>",
                                       "<hr>",
                                       "<table>",
                                       "</table>",
                                       "<tr>",
                                       "</tr>",
                                       "<td>",
                                       "</td>",
                                       "<th>",
                                       "<tbody>",
                                       "<thead>",
                                       "<caption>",
                                       "</caption>",
                                       "<nav>",
                                       "</nav>",
                                       "<label>",
                                       "</label>",
                                       "<article>",
                                       "</article>",
                                       "<section>",
                                       "</section>",
                                       "<header>",
                                       "</header>",
                                       "<footer>",
                                       "</footer>",
                                       "<dl>",
                                       "<dt>",
                                       "<dd>",
                                       "</dl>",
                                       "<blockquote>",
                                       "</blockquote>",
                                       "<pre>\n",
                                       "</pre>",
                                       "<u>x</u>",
                                       "<hr>",
                                       "<script>x</script>",
                                       "<style>y</style>",
                                       "<title>t</title>",
                                       "<aside>",
                                       "<address>",
                                       "</aside>",
                                       "<p hidden>"};

std::string markup_of(std::string_view choices) {
  std::string out;
  for (const char c : choices) out += pieces[static_cast<unsigned char>(c) % std::size(pieces)];
  return out;
}

void check_tree(const Document& page, std::string_view name) {
  require(page.size() > 0 && page.size() <= limits.max_nodes, "as many nodes as allowed", name);
  require(page.end_of(0) == page.size(), "the root holds all nodes", name);
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    require(n == 0 ? node.parent == no_node : node.parent < n && page.end_of(n) <= page.end_of(node.parent),
            "a node lies inside of its parent", name);
    require_utf8(page.text(n), "texts are UTF-8");
    for (const auto& a : page.attributes(n)) require_utf8(page.value(a), "attributes are UTF-8");
  }
}

std::string shown(const Document& page) {
  std::string out;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (n > 0 && page[n].is_text() && page[n - 1].is_text() && page[n].parent == page[n - 1].parent) {
      out.insert(out.size() - 2, page.text(n));  // whether texts beside each other are one node does not matter
      continue;
    }
    out += std::string(page[n].depth, ' ') +
           (page[n].is_text() ? "\"" + std::string(page.text(n)) + "\"" : std::string(page.tag_name(n)));
    for (const auto& a : page.attributes(n)) out += " " + std::string(page.name(a)) + "=" + std::string(page.value(a));
    out += '\n';
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view_of(data, size);
  const bool alike = choice_of(bytes) % 2 == 1;
  const std::string html = alike ? markup_of(bytes.substr(0, size - 1)) : sanitize_utf8(bytes);
  std::optional<std::string> first;
  for (const NamedParser& parser : parsers()) {
    const auto page = parse_html_by(parser, html, limits);
    if (page) check_tree(*page, parser.name);
    if (!page && page.error().code == "too_deep") continue;
    const std::string tree = page ? shown(*page) : page.error().code;
    if (!first) first = tree;
    require(!alike || *first == tree, "both parsers make the same tree", html + "\n" + *first + "\n" + tree);
  }
#ifdef PITH_LEXBOR
  const auto plain = parse_with_lexbor(html, limits, nullptr), early = parse_with_lexbor(html, limits, nullptr, {});
  require(plain.ok() == early.ok(), "a page has a tree if it is copied ahead", html);
  const std::string differs = plain.ok() ? test::difference(*plain, *early) : "";
  require(differs.empty(), "copied ahead, the tree is the same", html + "\n" + differs);
#endif
  return 0;
}
