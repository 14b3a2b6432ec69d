#include "plugin/lab/tried_ways.h"

#include <algorithm>
#include <utility>

namespace pith::eval {
namespace {

double f1_of(const Outcome& outcome) {
  for (const auto& score : outcome.scores)
    if (score) return score->f1;
  return 0;
}

std::size_t best_way(const TriedPages& tried, std::size_t system) {
  std::array<double, all_ways.size()> sums{};
  for (const auto& page : tried)
    if (!page.empty())
      for (std::size_t w = 0; w < all_ways.size(); ++w) sums[w] += f1_of(page[system].outcomes[page[system].by_way[w]]);
  constexpr double rounding = 1e-9;
  std::size_t best = 0;
  for (std::size_t w = 1; w < all_ways.size(); ++w)
    if (sums[w] > sums[best] + rounding) best = w;
  return best;
}

}  // namespace

void choose_ways(SetOutcome& set, TriedPages tried, std::size_t systems) {
  for (std::size_t system = 0; system < systems; ++system) {
    const std::size_t best = best_way(tried, system);
    set.ways.push_back(all_ways[best]);
    for (std::size_t page = 0; page < tried.size(); ++page) {
      if (tried[page].empty()) continue;
      TriedWays& of_page = tried[page][system];
      Outcome& outcome = of_page.outcomes[of_page.by_way[best]];
      outcome.way = way_of(set.set.pages[set.pages[page].page], all_ways[best]);
      set.pages[page].systems.push_back(std::move(outcome));
    }
  }
}

}  // namespace pith::eval
