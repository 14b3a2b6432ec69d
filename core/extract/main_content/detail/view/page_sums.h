// Sums over any stretch of a page view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/page_paths.h"
#include "core/extract/main_content/detail/view/page_runs.h"
#include "core/extract/main_content/detail/view/totals.h"

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
  [[gnu::always_inline]] Totals before(NodeId n) const {
    return at(n, every_nodes_[n / node_step].runs + by_node_[n].runs);
  }
  // Of everything before the node, which is where the run begins: the same, faster.
  [[gnu::always_inline]] Totals before(NodeId n, RunId run) const { return at(n, run); }

  // Of the runs and nodes of [begin, end) in document order.
  [[gnu::always_inline]] Totals between(NodeId begin, NodeId end) const { return before(end) - before(begin); }
  // Of the runs [begin, end) alone: nothing that is counted by node.
  [[gnu::always_inline]] Totals of_runs(RunId begin, RunId end) const {
    return of_runs_before(end) - of_runs_before(begin);
  }

 private:
  friend PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines);

  template <typename Number>
  struct OfNodes {
    Number runs, links, images, headings, paragraphs, times, controls, breaks;
  };
  template <typename Number>
  struct OfRuns {
    Number words, link_words, letters, commas, sentences, prose, digits, capitals, dated, long_runs, replies, bylines,
        teasers, separators;
  };
  struct OfRunsBefore {
    std::uint32_t base;
    OfRuns<std::uint16_t> more;  // than every_runs_[base]
  };
  struct alignas(16) OfRunsAtBase : OfRuns<std::uint32_t> {};  // 64 bytes: a shift finds it
  static constexpr std::size_t node_step = 256;                // a node adds at most one to each number

  [[gnu::always_inline]] Totals at(NodeId n, RunId runs) const {
    const OfNodes<std::uint32_t>& nodes = every_nodes_[n / node_step];
    const OfNodes<std::uint8_t>& node = by_node_[n];
    Totals out = of_runs_before(runs);
    out.links = nodes.links + node.links;
    out.images = nodes.images + node.images;
    out.headings = nodes.headings + node.headings;
    out.paragraphs = nodes.paragraphs + node.paragraphs;
    out.times = nodes.times + node.times;
    out.controls = nodes.controls + node.controls;
    out.breaks = nodes.breaks + node.breaks;
    return out;
  }
  [[gnu::always_inline]] Totals of_runs_before(RunId runs) const {
    const OfRuns<std::uint32_t>& base = every_runs_[by_run_[runs].base];
    const OfRuns<std::uint16_t>& run = by_run_[runs].more;
    return {.runs = runs,
            .words = base.words + run.words,
            .link_words = base.link_words + run.link_words,
            .letters = base.letters + run.letters,
            .commas = base.commas + run.commas,
            .sentences = base.sentences + run.sentences,
            .prose = base.prose + run.prose,
            .digits = base.digits + run.digits,
            .capitals = base.capitals + run.capitals,
            .dated = base.dated + run.dated,
            .long_runs = base.long_runs + run.long_runs,
            .replies = base.replies + run.replies,
            .bylines = base.bylines + run.bylines,
            .teasers = base.teasers + run.teasers,
            .separators = base.separators + run.separators};
  }
  void add_run();

  std::vector<OfNodes<std::uint8_t>> by_node_;  // before the node, since its step; one more at the end
  std::vector<OfNodes<std::uint32_t>> every_nodes_;
  std::vector<OfRunsBefore> by_run_;  // one more at the end
  std::vector<OfRunsAtBase> every_runs_;
  std::size_t first_of_base_ = 0;  // the run that the last of them is before
};

// O(nodes + runs).
PageSums sum_up(const Document& page, const PageRuns& runs, std::span<const Line> lines);

}  // namespace pith
