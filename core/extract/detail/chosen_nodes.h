// From an algorithm's decisions to the node set that an extractor returns.
#pragma once

#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// For algorithms that choose what a reader sees. Returns the text nodes and images of the page whose flag in `chosen`
// is set (is_choosable), every element whose visible text is all chosen (and that has some), and every node without
// visible text (an image, a rule, a script) whose parent is in the set. So a chosen paragraph comes with its images. No
// topmost node of the set is non-content or hidden. The flags of other nodes are ignored. O(nodes).
NodeSet content_of(const Document& page, const std::vector<bool>& chosen);

// The same for text that may be hidden: `chosen` has a flag for every text node that is content, and hidden text is
// included only if it is chosen itself.
NodeSet content_with_hidden(const Document& page, const std::vector<bool>& chosen);

// Removes the hidden nodes from the set. O(nodes).
void remove_hidden(NodeSet& content, const Document& page);

// For algorithms that find template nodes, from the root down to a border: the whole subtrees below it. `is_template`
// has a flag per node. No subtree begins with a non-content node. O(nodes).
NodeSet below_template(const Document& page, const std::vector<bool>& is_template);

// Whether a reader sees the node by itself: a visible text node, or an image.
bool is_choosable(const Node& node);

}  // namespace pith
