// The step of BTE that works on a row of tokens, by itself.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace pith::bte {

// The span [begin, end) with the largest sum; of several, the one that ends first, and of these the shortest. Empty,
// {0, 0}, if no span has a sum over 0. O(gains).
std::pair<std::size_t, std::size_t> best_span(std::span<const std::int64_t> gains);

}  // namespace pith::bte
