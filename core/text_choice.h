// From chosen text nodes to the node set that an extractor returns: what every extractor that chooses text shares.
#pragma once

#include <vector>

#include "core/document.h"
#include "core/node_set.h"

namespace pith {

// The chosen text nodes that a reader sees (is_visible_text), every element that holds visible text and all of it is
// chosen, and every node without visible text (an image, a rule, a script) whose parent is in. So a chosen paragraph
// comes with its images, and an image between two paragraphs comes if the element around all three is chosen whole.
// No topmost node of the set is non-content or hidden. `chosen` has a flag per node of the page; those of elements
// are not looked at. O(nodes).
NodeSet content_of(const Document& page, const std::vector<bool>& chosen);

}  // namespace pith
