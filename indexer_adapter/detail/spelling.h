// How far words are apart.
#pragma once

#include <string_view>

namespace pith::index {

// Insertions, deletions, changes and swaps of neighbours that turn one into the other (optimal string alignment);
// limit + 1 as soon as it is more than `limit`. O(length × limit).
unsigned edit_distance(std::wstring_view a, std::wstring_view b, unsigned limit);

// The distance that a typing mistake in a word of this length may have: short words have too many neighbours.
unsigned tolerated_distance(std::size_t length);

}  // namespace pith::index
