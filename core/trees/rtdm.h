// Restricted top-down mapping between two pages: the tree edit distance that RTDM computes, and the mapping behind it.
//
// D. de Castro Reis, P. B. Golgher, A. S. da Silva, A. H. F. Laender: Automatic Web News Extraction Using Tree Edit
// Distance, WWW 2004, section 3. Nodes are deleted, inserted and replaced at cost 1 each; a node may be mapped only if
// its parent is (top-down), children in order; nodes that differ may be mapped only where one of them is a leaf
// (restricted), with the exception of the roots, which always are. Whether both have to be leaves is left open; that
// one of the two may have descendants, all of them deleted or inserted, is chosen here: the mapping is still top-down,
// and costs less. Identical subtrees (equivalence classes) are mapped whole at cost 0 without looking into them.
//
// Child lists lose their common beginning and end by class first, which changes no distance. A table over what is left
// of two lists has |a| · |b| cells; all tables of one mapping may have 2^22 cells in all, and those along the mapped
// pairs, which are filled again to read the mapping off them, as many. A pair of nodes whose table would exceed that is
// priced as if no children of theirs could be mapped; if such a pair is mapped, its lists are aligned in linear time as
// core/trees/etdm.h does it: first what is identical, then, in the gaps, what is equal. The mapping is valid in any
// case, and its cost the least one whenever the bound was not met. O(2^22 + nodes of both) time and memory, no
// recursion.
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

// Of several mappings of least cost always the same one. `max_cells` is the bound above.
RestrictedMapping restricted_top_down_mapping(const HashedTree& key, const HashedTree& other,
                                              std::uint64_t max_cells = default_rtdm_cells);

}  // namespace pith
