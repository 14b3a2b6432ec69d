#include "core/extract/detail/chosen_nodes.h"

#include <algorithm>

#include "core/dom/text_runs.h"

namespace pith {

namespace {

bool is_readable_text(const Node& node) { return node.is_text() && node.is_content(); }

bool is_image(const Node& node) { return node.tag == Tag::img && node.is_content(); }

bool is_visible_image(const Node& node) { return is_image(node) && !(node.flags & Node::hidden); }

// `counts` says which text nodes decide, chosen or not, about the elements around them; `shows` says which images may
// be included by themselves.
template <typename Counts, typename Shows>
NodeSet close_upwards(const Document& page, const std::vector<bool>& chosen, Counts&& counts, Shows&& shows) {
  enum Text : char { none, all_chosen, some_left };
  std::vector<Text> text(page.size(), none);  // of each subtree
  for (NodeId n = 0; n < page.size(); ++n)
    if (counts(page[n])) text[n] = chosen[n] ? all_chosen : some_left;
  for (NodeId n = page.size(); n-- > 1;) text[page[n].parent] = std::max(text[page[n].parent], text[n]);
  NodeSet content(page);
  for (NodeId n = 0; n < page.size(); ++n) {
    const bool inside = n > 0 && text[n] == none && content.contains(page[n].parent);
    if (text[n] == all_chosen || inside || (chosen[n] && (counts(page[n]) || shows(page[n])))) content.add(n);
  }
  return content;
}

}  // namespace

NodeSet content_of(const Document& page, const std::vector<bool>& chosen) {
  return close_upwards(page, chosen, is_visible_text, is_visible_image);
}

NodeSet content_with_hidden(const Document& page, const std::vector<bool>& chosen) {
  return close_upwards(page, chosen, is_readable_text, is_image);
}

void remove_hidden(NodeSet& content, const Document& page) {
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].flags & Node::hidden) content.remove(n);
}

NodeSet below_template(const Document& page, const std::vector<bool>& is_template) {
  NodeSet content(page);
  for (NodeId n = 0; n < page.size();) {
    const NodeId end = page.end_of(n);
    if (!page[n].is_content()) {
      n = end;
    } else if (is_template[n]) {
      ++n;
    } else {
      content.add_range(n, end);
      n = end;
    }
  }
  return content;
}

bool is_choosable(const Node& node) { return is_visible_text(node) || is_visible_image(node); }

}  // namespace pith
