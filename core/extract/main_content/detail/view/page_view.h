// A page as its text runs and the elements around them: everything that features are computed from.
//
// Made in passes over the flat tree; each is a function of the results of earlier ones. The constructor shows their
// order, their headers say what they compute. All values by run or by node are flat arrays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/feature_table.h"
#include "core/extract/main_content/detail/view/page_centres.h"
#include "core/extract/main_content/detail/view/page_elements.h"
#include "core/extract/main_content/detail/view/page_groups.h"
#include "core/extract/main_content/detail/view/page_paths.h"
#include "core/extract/main_content/detail/view/page_runs.h"
#include "core/extract/main_content/detail/view/page_steps.h"
#include "core/extract/main_content/detail/view/page_sums.h"
#include "core/extract/main_content/detail/view/page_surroundings.h"
#include "core/extract/main_content/detail/view/structured_hints.h"
#include "core/extract/main_content/detail/view/title_run.h"

namespace pith {

// Immutable once made. The document must outlive it.
class PageView {
 public:
  // O(nodes · log nodes + text).
  explicit PageView(const Document& page);

  const Document& page;
  StructuredHints hints;
  PageElements elements;
  PageRuns runs;
  PagePaths paths;
  std::vector<Line> lines;  // by run
  PageSums sums;
  PageGroups groups;
  PageSurroundings around;  // by run
  PageScores scores;
  PageCentres centres;
  RunInterval interval;
  TitleRun title;
  PageSteps steps;

  RunRange all_runs() const { return {0, static_cast<RunId>(runs.size())}; }
  std::span<const std::uint32_t> words_of(const ViewRun& run) const { return runs.words_of(run); }

  // Sums over the runs and nodes of [begin, end) in document order, of an element, and of everything before a node.
  [[gnu::always_inline]] Totals between(NodeId begin, NodeId end) const { return sums.between(begin, end); }
  [[gnu::always_inline]] Totals of(NodeId element) const { return between(element, page.end_of(element)); }
  [[gnu::always_inline]] Totals before(NodeId n) const { return sums.before(n); }
  // The same as before(runs[r].begin).
  [[gnu::always_inline]] Totals before_run(RunId r) const { return sums.before(runs[r].begin, r); }
  // Runs of the element: [first, last).
  RunId first_run(NodeId element) const { return before(element).runs; }
  RunId end_run(NodeId element) const { return before(page.end_of(element)).runs; }
  // Words of the runs [begin, end).
  float words_between(RunId begin, RunId end) const { return static_cast<float>(sums.of_runs(begin, end).words); }
};

}  // namespace pith
