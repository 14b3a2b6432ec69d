// Sums over any stretch of a page view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/page_paths.h"
#include "core/extract/main_content/detail/page_runs.h"
#include "core/extract/main_content/detail/totals.h"

namespace pith {

// Runs are in document order, so every element covers a range of them, and every sum over an element is a difference
// of two prefix sums. A run counts where it begins.
//
// A dense page has a node for every six bytes, and Totals for each would be fifteen times as large as the page. So what
// is counted by node is a byte beside a sum for each 256 nodes, and what is summed by run is 16 bits beside a sum that
// is made anew before they overflow.
class PageSums {
 public:
  // Of the whole page.
  Totals all;

  // Of everything before the node; `n` may be one past the last one.
  Totals before(NodeId n) const {  // inline: what a caller does not use is not computed
    const NodeSums& node = by_node_[n];
    const Totals& nodes = every_nodes_[n / node_step];
    const std::uint32_t runs = nodes.runs + node.runs;
    const RunSums& run = by_run_[runs];
    const Totals& base = every_runs_[run.base];
    return {runs,
            base.words + run.words,
            base.link_words + run.link_words,
            base.letters + run.letters,
            base.commas + run.commas,
            base.sentences + run.sentences,
            base.prose + run.prose,
            base.digits + run.digits,
            base.capitals + run.capitals,
            base.dated + run.dated,
            base.long_runs + run.long_runs,
            base.replies + run.replies,
            base.bylines + run.bylines,
            base.teasers + run.teasers,
            base.separators + run.separators,
            nodes.links + node.links,
            nodes.images + node.images,
            nodes.headings + node.headings,
            nodes.paragraphs + node.paragraphs,
            nodes.times + node.times,
            nodes.controls + node.controls,
            nodes.breaks + node.breaks};
  }

  // Of the runs and nodes of [begin, end) in document order.
  Totals between(NodeId begin, NodeId end) const { return before(end) - before(begin); }

 private:
  friend PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines);

  static constexpr std::size_t node_step = 256;
  // What the sums have beyond those of the step: at most one for each node.
  struct NodeSums {
    std::uint8_t runs, links, images, headings, paragraphs, times, controls, breaks;
  };
  // What the sums have beyond those of every_runs_[base].
  struct RunSums {
    std::uint32_t base;
    std::uint16_t words, link_words, letters, commas, sentences, prose, digits, capitals, dated, long_runs, replies,
        bylines, teasers, separators;
  };

  void add_node();
  void add_run();

  std::vector<NodeSums> by_node_;  // of everything before the node; one more at the end
  std::vector<Totals> every_nodes_;
  std::vector<RunSums> by_run_;  // of the runs before the run; one more at the end
  std::vector<Totals> every_runs_;
};

// O(nodes + runs).
PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines);

}  // namespace pith
