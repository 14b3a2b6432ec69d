// Where the content of a page view is likely to be: paragraph scores, centres, the best interval of runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/page_elements.h"
#include "core/extract/main_content/detail/view/page_runs.h"
#include "core/extract/main_content/detail/view/page_sums.h"

namespace pith {

// Few elements have a score. O(log of their number) to look one up.
class NodeScores {
 public:
  // In document order.
  void add(NodeId n, float score) { scores_.emplace_back(n, score); }
  auto begin() const { return scores_.begin(); }
  auto end() const { return scores_.end(); }

  float operator[](NodeId n) const {
    const auto at = std::lower_bound(scores_.begin(), scores_.end(), n,
                                     [](const auto& entry, NodeId node) { return entry.first < node; });
    return at != scores_.end() && at->first == n ? at->second : 0;
  }

 private:
  std::vector<std::pair<NodeId, float>> scores_;  // in document order
};

// The paragraph score of Readability (arc90): every paragraph counts for its parent, and less for the elements above.
// Unlike there, any run of ten words counts, whatever its tag.
struct PageScores {
  NodeScores by_node;
  std::vector<float> above;  // by run: the best score of its block and of all elements above that
  NodeId best_node = no_node;
  float best = 0, second = 0;  // `second`: the best of the elements neither around nor inside the best one
};

// O(nodes + runs).
PageScores score_paragraphs(const Document& page, const PageElements& elements, const PageRuns& runs,
                            const PageSums& sums);

// A node that the page's content is likely to be in, and every run's position relative to it.
struct Centre {
  NodeId node = no_node;
  RunId first_run = 0, end_run = 0;         // the node's runs
  std::vector<std::uint16_t> common_depth;  // by run: depth of the deepest element that holds its block and the centre
};

// O(runs · log depth). Nothing for no_node.
Centre centre_at(const Document& page, const PageRuns& runs, NodeId node);

// By best paragraph score; the smallest element with 60 %, and with 85 %, of the prose; <main> or the like.
enum CentreKind : std::size_t { by_score, by_most, by_nearly_all, by_mark, centre_count };
using PageCentres = std::array<Centre, centre_count>;

// O(nodes).
PageCentres find_centres(const Document& page, const PageElements& elements, const PageRuns& runs, const PageSums& sums,
                         const PageScores& scores);

// The runs [begin, end) with most words and fewest links; empty if there are none. O(runs).
struct RunInterval {
  std::size_t begin = 0, end = 0;
};
RunInterval best_interval(const PageRuns& runs);

// Down from the root to the last element for which `has` holds, each time to the first child for which it holds.
// O(children of the path).
template <typename Has>
NodeId smallest_element(const Document& page, Has&& has) {
  NodeId found = 0;
  for (NodeId c = page.first_child(0); c != no_node;) {
    const bool down = page[c].is_element() && has(c);
    if (down) found = c;
    c = down ? page.first_child(c) : page.next_sibling(c);
  }
  return found;
}

}  // namespace pith
