#include "core/dom/node_set.h"

#include <bit>

namespace pith {

void NodeSet::add_all(const NodeSet& other) {
  for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
}

void NodeSet::remove_all(const NodeSet& other) {
  for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] &= ~other.bits_[i];
}

bool NodeSet::empty() const {
  for (const std::uint64_t word : bits_)
    if (word) return false;
  return true;
}

NodeId NodeSet::count() const {
  NodeId total = 0;
  for (const std::uint64_t word : bits_) total += static_cast<NodeId>(std::popcount(word));
  return total;
}

}  // namespace pith
