// Where sentences end.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace pith {

// The sentences of a text in UTF-8 as [begin, end) in bytes, without space around them; all else is in one. By Unicode
// Standard Annex 29, with the abbreviations that ICU knows in the language ("en"; empty: those of none) and words like
// "Dr.", of up to three letters, the first of them a capital. O(text).
std::vector<std::pair<std::size_t, std::size_t>> sentences_of(std::string_view text, std::string_view language);

}  // namespace pith
