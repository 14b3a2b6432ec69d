// From what an algorithm decides to the node set that an extractor returns.
#pragma once

#include <vector>

#include "core/document.h"
#include "core/node_set.h"

namespace pith {

// For algorithms that tell which nodes are template, from the root down to a border: the subtrees below it, whole.
// `is_template` has a flag a node. A non-content node begins no subtree. O(nodes).
NodeSet below_template(const Document& page, const std::vector<bool>& is_template);

// For algorithms that choose leaves (visible text nodes, images): these, every element all of whose visible text nodes
// are chosen (and that has one), and whatever without visible text lies inside of such an element. O(nodes).
NodeSet with_elements(const Document& page, NodeSet leaves);

// Whether an algorithm may choose it as a leaf: a text node that a reader sees, or an image.
bool is_choosable_leaf(const Node& node);

}  // namespace pith
