#include "core/render/detail/heading_control.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr int max_levels = 4;  // between a heading and a control in it
constexpr std::size_t max_control_bytes = 40;
constexpr NodeId max_heading_nodes = 200;  // as heading_level_of

// The text of a small subtree.
std::string text_of(const Document& document, NodeId n) {
  std::string text;
  for (NodeId i = n; i < document.end_of(n) && text.size() <= max_control_bytes; ++i)
    if (document[i].is_text() && document[i].is_content()) text += document.text(i);
  return text;
}

bool is_button(const Document& document, NodeId n) {
  const Node& node = document[n];
  if (!node.is_element()) return false;
  if (node.tag == Tag::button) return true;
  if (node.data_size == 0) return false;
  if (document.attribute(n, "role") == "button" || document.has_attribute(n, "aria-controls") ||
      document.has_attribute(n, "aria-expanded"))
    return true;
  if (node.tag != Tag::a) return false;
  const std::string_view href = trim_space(document.attribute(n, "href"));
  constexpr std::string_view script = "javascript:";
  return href == "#" || (href.size() >= script.size() && equals_ignoring_case(href.substr(0, script.size()), script));
}

// "[edit]", "[edit | source]", with links for the words.
bool is_bracketed_link(const Document& document, NodeId n) {
  const Node& node = document[n];
  if (!node.is_element() || node.tag == Tag::a) return false;
  const std::string text = text_of(document, n);
  const std::string_view shown = trim_space(text);
  if (shown.size() < 3 || shown.front() != '[' || shown.back() != ']') return false;
  bool links = false;
  for (NodeId i = n + 1; i < document.end_of(n); ++i) {
    if (document[i].is_element() && document[i].tag == Tag::a) {
      links = true;
      i = document.end_of(i) - 1;
    } else if (document[i].is_text() && std::ranges::any_of(document.text(i), is_letter_byte)) {
      return false;
    }
  }
  return links;
}

bool is_control(const Document& document, NodeId n) { return is_button(document, n) || is_bracketed_link(document, n); }

}  // namespace

bool is_heading_control(const Document& document, NodeId n) {
  NodeId heading = document[n].parent;
  for (int level = 1; heading != no_node && heading_level(document[heading].tag) == 0; ++level) {
    if (level == max_levels) return false;
    heading = document[heading].parent;
  }
  if (heading == no_node || document[heading].subtree_size > max_heading_nodes || !is_control(document, n))
    return false;
  const std::string text = text_of(document, n);
  if (text.size() > max_control_bytes) return false;
  std::ptrdiff_t others = 0;
  for (NodeId i = heading + 1; i < document.end_of(heading); ++i) {
    if (is_control(document, i))
      i = document.end_of(i) - 1;
    else if (document[i].is_text() && document[i].is_content())
      others += std::ranges::count_if(document.text(i), is_letter_byte);
  }
  return others > 0 && others >= std::ranges::count_if(text, is_letter_byte);
}

}  // namespace pith
