// Restricted bottom-up mapping between two pages.
//
// K. Vieira, A. L. da Costa Carvalho, K. Berlt, E. S. de Moura, A. S. da Silva, J. Freire: On Finding Templates on Web
// Collections, World Wide Web 12(2), 2009; as Alarte et al. 2018, §4 puts it: common subtrees "must be exactly in the
// same position". A bottom-up mapping maps a node only if all nodes below it are mapped: only whole identical subtrees.
#pragma once

#include <utility>
#include <vector>

#include "core/trees/subtree_classes.h"

namespace pith {

// Visits the largest pairs of identical subtrees at the same position: the same path of child indices from the root.
// The nodes above them do not matter. The order is not specified. O(nodes of the smaller).
template <typename Visit>
void restricted_bottom_up_mapping(const HashedTree& key, const HashedTree& other, Visit&& visit) {
  const Document& x = key.document();
  const Document& y = other.document();
  std::vector<std::pair<NodeId, NodeId>> open{{0, 0}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    if (identical_subtrees(key, a, other, b)) {
      visit(a, b);
      continue;
    }
    for (NodeId i = x.first_child(a), j = y.first_child(b); i != no_node && j != no_node;
         i = x.next_sibling(i), j = y.next_sibling(j))
      open.emplace_back(i, j);
  }
}

}  // namespace pith
