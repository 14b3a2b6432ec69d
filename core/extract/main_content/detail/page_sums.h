// Sums over any stretch of a page view.
#pragma once

#include <span>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/page_paths.h"
#include "core/extract/main_content/detail/page_runs.h"
#include "core/extract/main_content/detail/totals.h"

namespace pith {

// Runs are in document order, so every element covers a range of them, and every sum over an element is a difference
// of two prefix sums. A run counts where it begins.
struct PageSums {
  std::vector<Totals> before;  // by node, of everything before it; one more at the end
  Totals all;

  // Of the runs and nodes of [begin, end) in document order.
  Totals between(NodeId begin, NodeId end) const { return before[end] - before[begin]; }
};

// O(nodes + runs).
PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines);

}  // namespace pith
