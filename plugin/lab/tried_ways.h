// What one system did on one page in each way, until its set's better way is known.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "plugin/lab/outcome.h"

namespace pith::eval {

struct TriedWays {
  std::vector<Outcome> outcomes;  // one for each different content
  std::array<std::uint8_t, all_ways.size()> by_way{};
};

// By page and system; empty for a page that was skipped.
using TriedPages = std::vector<std::vector<TriedWays>>;

// Fills the systems of the set's pages, and its ways: for each system the way with the highest mean word F1, or, if
// words are not measured, mean F1 of the first metric that is. The first of equals.
void choose_ways(SetOutcome& set, TriedPages tried, std::size_t systems);

}  // namespace pith::eval
