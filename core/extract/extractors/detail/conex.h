// The steps of ConEx (Alarte et al. 2018, §2.2 to §2.6, Algorithms 1 to 5), each by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dom/document.h"

namespace pith::conex {

// §2.2: candidate nodes are those with at most `threshold` occurrences (the paper's value is 0), one flag per node.
// Non-content nodes are never candidates: a script that differs does not show where the content is.
std::vector<bool> candidates(const Document& page, const std::vector<std::uint32_t>& occurrences,
                             std::uint32_t threshold);

// Algorithm 2: the candidates without an ancestor among the candidates, in document order.
std::vector<NodeId> reduce(const Document& page, const std::vector<bool>& candidates);

// Algorithm 3: the parent of a reduced candidate that has the largest subtree; ties go to the first in document order.
// A candidate that is the root is its own branch. `reduced` is not empty.
NodeId branch_of(const Document& page, const std::vector<NodeId>& reduced);

// Algorithm 4: the reduced candidates below the branch.
std::vector<NodeId> within(const Document& page, const std::vector<NodeId>& reduced, NodeId branch);

// Algorithm 5: nodes with the same parent are replaced by it, until no two have the same parent. The root never
// replaces its children, which is our choice. In document order.
std::vector<NodeId> merge_siblings(const Document& page, const std::vector<NodeId>& nodes);

}  // namespace pith::conex
