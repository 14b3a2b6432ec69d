#include "core/dom/detail/source_tokens.h"

#include <algorithm>

#include "core/dom/text_runs.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

// A tag that is not in the source but was made by the parser (a copy of an unclosed <b>, and there may be thousands)
// has no attributes to count.
std::uint32_t start_tag_length(const Document& page, NodeId n, bool knows_lines) {
  std::size_t length = page.tag_name(n).size() + 2;
  if (knows_lines && page[n].line == 0) return static_cast<std::uint32_t>(length);
  for (const Document::Attribute& a : page.attributes(n)) {
    length += 1 + page.name(a).size();
    if (a.value_size > 0) length += 3 + count_chars(page.value(a));
  }
  return static_cast<std::uint32_t>(length);
}

}  // namespace

std::uint32_t source_length(std::string_view text) {
  std::uint32_t length = 0;
  bool after_space = false;
  for (const char c : text) {
    const bool space = c == ' ' || (c >= '\t' && c <= '\r');
    length += (c & 0xc0) != 0x80 && !(space && after_space);
    after_space = space;
  }
  return length;
}

std::vector<SourceToken> source_tokens(const Document& page) {
  std::vector<SourceToken> tokens;
  std::vector<std::pair<NodeId, std::uint32_t>> open;  // elements with the line of their start tag
  std::uint32_t line = 0;                              // of the previous token
  const auto close = [&] {
    const auto [n, begin] = open.back();
    open.pop_back();
    line = page[n].end_line > 0 ? std::max(page[n].end_line, begin) : line;
    tokens.push_back({n, static_cast<std::uint32_t>(page.tag_name(n).size() + 3), line, SourceToken::end_tag});
  };
  const auto nodes = page.nodes();
  const bool knows_lines = std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.line > 0; });
  const NodeId body = page.find(Tag::body), root = body == no_node ? 0 : body;
  for (NodeId n = root + 1; n < page.end_of(root);) {
    while (!open.empty() && n >= page.end_of(open.back().first)) close();
    const Node& node = page[n];
    if (is_visible_text(node)) {
      if (node.line > 0) line = node.line;
      tokens.push_back({n, source_length(page.text(n)), line, SourceToken::text});
      if (node.end_line > 0) line = node.end_line;
    }
    if (node.is_text() || node.flags & (Node::non_content | Node::hidden)) {
      n = page.end_of(n);
      continue;
    }
    if (node.line > 0) line = std::max(node.line, open.empty() ? 0 : open.back().second);
    tokens.push_back({n, start_tag_length(page, n, knows_lines), line, SourceToken::start_tag});
    if (!is_void(node.tag)) open.emplace_back(n, line);
    ++n;  // children that a broken page put into a void element are read next
  }
  while (!open.empty()) close();
  return tokens;
}

}  // namespace pith
