#include "core/extract/main_content/detail/view/page_surroundings.h"

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

namespace pith {
namespace {

// What a run learns from an element and those above it. An element's value follows from its parent's, so that deep
// pages cost no more.
struct Above {
  NodeId node;
  Distances distances;
  Surroundings seen;
  std::size_t levels = 0;  // how many of `seen.levels` are known
};

template <typename Distances>
void step_up(Distances& distances, std::uint32_t here) {
  for (auto& distance : distances)
    if (distance < 254) ++distance;
  for (; here; here &= here - 1) distances[static_cast<std::size_t>(__builtin_ctz(here))] = 0;
}

class Climb {
 public:
  Climb(const Document& page, const PageElements& elements, const PageSums& sums, const PageGroups& groups,
        std::deque<Distances>& distances)
      : page_(page), elements_(elements), sums_(sums), groups_(groups), distances_(distances) {}

  // Call it for runs in document order.
  Surroundings of(const ViewRun& run) {
    while (!open_.empty() && open_.back().node != run.top && !page_.is_ancestor(open_.back().node, run.top))
      open_.pop_back();
    way_.clear();
    for (NodeId n = run.top; n != no_node && (open_.empty() || n != open_.back().node); n = page_[n].parent)
      way_.push_back(n);
    for (; !way_.empty(); way_.pop_back()) open_.push_back(at(way_.back()));
    Surroundings out = open_.back().seen;
    out.distances = kept(open_.back());
    NodeId n = run.top;
    for (int steps = 0; steps < 3 && n != no_node; ++steps, n = page_[n].parent) out.names_here |= elements_[n].names;
    return out;
  }

 private:
  // For a node below the innermost open element.
  Above at(NodeId n) const {
    Above out;
    if (open_.empty()) {
      out.distances.place.fill(255);
      out.distances.name.fill(255);
    } else {
      out = open_.back();
    }
    out.node = n;
    Surroundings& seen = out.seen;
    step_up(out.distances.place, elements_[n].places);
    step_up(out.distances.name, elements_[n].names);
    if (const std::uint32_t group = groups_.by_node[n]; group != no_group) {
      seen.inner_group = group;
      seen.inner_item = n;
      if (seen.outer_group == no_group) {
        seen.outer_group = group;
        seen.outer_item = n;
      }
    }
    if (const std::uint32_t runs = runs_in(n); runs > 1) {
      const bool as_parent = out.levels > 0 && runs_in(seen.levels[0]) == runs;
      if (!as_parent) {
        std::copy_backward(seen.levels.begin(), seen.levels.end() - 1, seen.levels.end());
        out.levels = std::min(out.levels + 1, seen.levels.size());
      }
      seen.levels[0] = n;
    }
    return out;
  }

  // Equal distances are kept once, unless others came between that have the same place in `last_`.
  const Distances* kept(const Above& above) {
    const Distances*& last = last_[elements_.by_node[above.node] % last_.size()];
    if (!last || *last != above.distances) last = &distances_.emplace_back(above.distances);
    return last;
  }

  std::uint32_t runs_in(NodeId n) const { return sums_.between(n, page_.end_of(n)).runs; }

  const Document& page_;
  const PageElements& elements_;
  const PageSums& sums_;
  const PageGroups& groups_;
  std::deque<Distances>& distances_;
  std::array<const Distances*, 64> last_{};
  std::vector<Above> open_;  // from the root down to the innermost element of the previous run
  std::vector<NodeId> way_;
};

}  // namespace

PageSurroundings look_around(const Document& page, const PageElements& elements, const PageRuns& runs,
                             const PageSums& sums, const PageGroups& groups) {
  PageSurroundings out;
  out.list_.reserve(runs.size());
  Climb climb(page, elements, sums, groups, out.distances_);
  for (const ViewRun& run : runs) out.list_.push_back(climb.of(run));
  return out;
}

}  // namespace pith
