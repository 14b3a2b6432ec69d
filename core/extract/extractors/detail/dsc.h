// The step of DSC that works on a row of tokens, by itself.
#pragma once

#include <cstddef>
#include <vector>

namespace pith::dsc {

// Flags the places of the binary token vector around which the document slope curve is flat: where the mean over a
// window centred on the place (smaller at the ends) is at most `share` of the mean over the whole vector. O(vector).
std::vector<bool> low_slope(const std::vector<bool>& vector, std::size_t window, double share);

}  // namespace pith::dsc
