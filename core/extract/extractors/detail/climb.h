// From chosen nodes up to the blocks that contain them: what ConEx (Algorithm 5) and CNR (Algorithm 2) have in common.
#pragma once

#include <vector>

#include "core/dom/document.h"

namespace pith {

// Visits the nodes bottom-up. Where `climbs(n, chosen)` is true, n is chosen and its children no longer are. A node is
// decided after all of its descendants, so one pass reaches the fixpoint of "while there is a node to climb to". If
// `climbs` looks at most a fixed number of levels below n, the whole is O(nodes).
template <typename Climbs>
void climb(const Document& page, std::vector<bool>& chosen, Climbs&& climbs) {
  for (NodeId n = page.size(); n-- > 0;) {
    if (!climbs(n, chosen)) continue;
    chosen[n] = true;
    for (NodeId child = page.first_child(n); child != no_node; child = page.next_sibling(child)) chosen[child] = false;
  }
}

// Whether at least two children of n are chosen.
inline bool two_children_chosen(const Document& page, NodeId n, const std::vector<bool>& chosen) {
  bool one = false;
  for (NodeId child = page.first_child(n); child != no_node; child = page.next_sibling(child)) {
    if (chosen[child] && one) return true;
    one = one || chosen[child];
  }
  return false;
}

// The flagged nodes, ascending.
inline std::vector<NodeId> chosen_nodes(const std::vector<bool>& chosen) {
  std::vector<NodeId> nodes;
  for (NodeId n = 0; n < chosen.size(); ++n)
    if (chosen[n]) nodes.push_back(n);
  return nodes;
}

}  // namespace pith
