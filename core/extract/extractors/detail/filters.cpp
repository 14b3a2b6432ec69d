#include "core/extract/extractors/detail/filters.h"

#include "core/dom/text_runs.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/text/white_space.h"

namespace pith {

std::vector<LinkedText> linked_text(const Document& page) {
  std::vector<LinkedText> texts(page.size());
  std::vector<NodeId> link(page.size(), no_node);  // the link around each node
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    if (n > 0) link[n] = link[node.parent];
    if (node.tag == Tag::a && page.has_attribute(n, "href")) link[n] = n;
    if (!is_visible_text(node)) continue;
    const auto characters = static_cast<std::uint32_t>(count_ink(page.text(n)));
    texts[n].characters = characters;
    if (link[n] == no_node || characters == 0) continue;
    texts[n].linked = characters;
    texts[link[n]].links = 1;
  }
  return texts;
}

NodeSet without(const Document& page, const std::vector<bool>& dropped) {
  std::vector<bool> left(page.size());
  for (NodeId n = 0; n < page.size(); ++n) left[n] = !dropped[n] && (n == 0 || left[page[n].parent]);
  NodeSet content = content_of(page, left);
  // Subtrees that are dropped but had no text.
  for (NodeId n = 0; n < page.size(); ++n)
    if (!left[n]) content.remove(n);
  return content;
}

}  // namespace pith
