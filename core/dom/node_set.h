// A set of nodes of one document. Extractors return it; text, Markdown, HTML and structure are views of it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dom/document.h"

namespace pith {

// A bitmap with one bit per node: 64 nodes per word. A node in the set does not imply its descendants; add_subtree
// adds them. Value type; as thread-safe as a vector.
class NodeSet {
 public:
  explicit NodeSet(const Document& document) : bits_((document.size() + 63) / 64), size_(document.size()) {}

  bool contains(NodeId n) const { return bits_[n / 64] >> (n % 64) & 1; }
  void add(NodeId n) { bits_[n / 64] |= std::uint64_t{1} << (n % 64); }
  void remove(NodeId n) { bits_[n / 64] &= ~(std::uint64_t{1} << (n % 64)); }
  void add_range(NodeId begin, NodeId end) {
    for (NodeId n = begin; n < end; ++n) add(n);
  }
  void remove_range(NodeId begin, NodeId end) {
    for (NodeId n = begin; n < end; ++n) remove(n);
  }
  void add_subtree(const Document& document, NodeId n) { add_range(n, document.end_of(n)); }
  void remove_subtree(const Document& document, NodeId n) { remove_range(n, document.end_of(n)); }

  // `other` must be of the same document.
  void add_all(const NodeSet& other);
  void remove_all(const NodeSet& other);

  bool empty() const;
  NodeId count() const;
  // The number of nodes in the document, whether in the set or not.
  NodeId universe() const { return size_; }
  bool operator==(const NodeSet&) const = default;

 private:
  std::vector<std::uint64_t> bits_;
  NodeId size_;
};

}  // namespace pith
