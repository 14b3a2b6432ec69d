// How different words are.
#pragma once

#include <string_view>

namespace pith::index {

// The number of insertions, deletions, changes and swaps of neighbours that turn one into the other (optimal string
// alignment); limit + 1 if it exceeds `limit`. O(length × limit).
unsigned edit_distance(std::wstring_view a, std::wstring_view b, unsigned limit);

// The distance accepted as a typing mistake in a word of this length: short words have too many neighbours.
unsigned tolerated_distance(std::size_t length);

}  // namespace pith::index
