// The step of Density (Moreno et al. 2009) that works on a row of lengths, by itself.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace pith::density {

// Moreno et al. 2009, §4: begins with the longest string (the first of equals), and adds all strings longer than c1
// times its length that are less than c2 places away from one already added. Returns the range [begin, end) from the
// first to the last of them; empty, {0, 0}, if all lengths are 0. O(lengths).
std::pair<std::size_t, std::size_t> densest_region(std::span<const std::uint32_t> lengths, double c1, std::size_t c2);

}  // namespace pith::density
