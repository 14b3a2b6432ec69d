#include "core/chosen_nodes.h"

#include <cstdint>

#include "core/text_runs.h"

namespace pith {

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

NodeSet with_elements(const Document& page, NodeSet leaves) {
  enum : std::uint8_t { chosen = 1, left_out = 2 };  // visible text in the subtree
  std::vector<std::uint8_t> holds(page.size());
  for (NodeId n = page.size(); n-- > 0;) {
    if (is_visible_text(page[n])) holds[n] = leaves.contains(n) ? chosen : left_out;
    if (n > 0) holds[page[n].parent] |= holds[n];
  }
  // An element in the set has no text left out, so all below it comes along.
  for (NodeId n = 0; n < page.size(); ++n)
    if (holds[n] == chosen || (n > 0 && leaves.contains(page[n].parent))) leaves.add(n);
  return leaves;
}

bool is_choosable_leaf(const Node& node) {
  return is_visible_text(node) || (node.tag == Tag::img && node.is_content() && !(node.flags & Node::hidden));
}

}  // namespace pith
