// Rows of facts: names with values, in any markup that is no table.
#pragma once

#include <cstddef>
#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Of each element, the children that may be such rows, in order: `least` and more with the same tag and classes, only
// space or other rows between them, each of at most four runs and sixty letters, without links. O(nodes).
std::vector<std::vector<NodeId>> find_fact_rows(const PageView& page, std::size_t least = 3);

}  // namespace pith
