// Equivalence classes of identical subtrees.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_equality.h"

namespace pith {

// A page with a number per node and a number per subtree: equal numbers mean equal nodes and subtrees, also across two
// pages of the same strictness. The document must outlive it. O(nodes + text) to make, immutable afterwards.
class HashedTree {
 public:
  HashedTree(const Document& document, Strictness strictness);

  const Document& document() const { return *document_; }
  NodeId size() const { return document_->size(); }

  // Of the node alone, see Signatures.
  std::uint64_t signature(NodeId n) const { return signatures_[n]; }
  // Of the whole subtree: equal for subtrees of the same shape whose nodes are pairwise equal. As safe as signatures
  // are.
  std::uint64_t subtree_class(NodeId n) const { return classes_[n]; }

 private:
  const Document* document_;
  Signatures signatures_;
  std::vector<std::uint64_t> classes_;
};

// Whether the subtrees are identical. Then node a + k equals node b + k for every k below the subtree size.
inline bool identical_subtrees(const HashedTree& x, NodeId a, const HashedTree& y, NodeId b) {
  return x.subtree_class(a) == y.subtree_class(b) && x.document()[a].subtree_size == y.document()[b].subtree_size;
}

}  // namespace pith
