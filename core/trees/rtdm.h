// Restricted top-down mapping between two pages: the tree edit distance that RTDM computes, and the mapping behind it.
//
// D. de Castro Reis, P. B. Golgher, A. S. da Silva, A. H. F. Laender: Automatic Web News Extraction Using Tree Edit
// Distance, WWW 2004, section 3. Deleting, inserting or replacing a node costs 1. A node may be mapped only if its
// parent is (top-down), children in order; nodes that differ may be mapped only where one of them is a leaf
// (restricted), except the roots, which are always mapped. The paper does not say whether both must be leaves; here one
// of the two may have descendants, all of them deleted or inserted: the mapping is still top-down, and costs less.
// Identical subtrees (equivalence classes) are mapped whole at cost 0 without looking into them.
//
// Child lists first lose their common beginning and end by class, which changes no distance. A table over the rest of
// two lists has |a| · |b| cells; all tables of one mapping may have 2^22 cells in total, and so may those along the
// mapped pairs, which are filled again to read off the mapping. If the table of a pair of nodes would exceed that, the
// pair is priced as if none of their children could be mapped; if it is mapped, its lists are aligned in linear time as
// in core/trees/etdm.h: first identical subtrees, then, in the gaps, equal nodes. The mapping is always valid, and its
// cost is the least one if the bound was not met. O(2^22 + nodes of both) time and memory, no recursion.
//  cost is the least one if the bound was not met. O(2^22 + nodes of both) time and memory, no recursion.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/trees/subtree_classes.h"

namespace pith {

struct RestrictedMapping {
  std::uint64_t cost = 0;                        // deletions, insertions and replacements
  std::vector<std::pair<NodeId, NodeId>> pairs;  // of key and other, equal or replaced; in no particular order
};

inline constexpr std::uint64_t default_rtdm_cells = 1u << 22;

// Always chooses the same one of several mappings of least cost. `max_cells` is the bound above.
RestrictedMapping restricted_top_down_mapping(const HashedTree& key, const HashedTree& other,
                                              std::uint64_t max_cells = default_rtdm_cells);

}  // namespace pith
