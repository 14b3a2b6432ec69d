// Letters that other languages take for accented ones: in Swedish, "å" is not an "a", and "får" not "far".
//
// A word with such a letter is indexed folded too, for those who cannot type it, but marked ("far~"), so that a query
// for "far" can tell both apart. No word contains "~".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {

// Lower case; empty for a language without any, or unknown.
std::wstring_view letters_of(std::string_view language);

Casing casing_of(std::string_view language);

std::wstring folded_letters(std::wstring_view folded);

// The term without the mark, if it has one.
std::wstring_view without_mark(std::wstring_view term);

// Other spellings of a lower-case word in the language: "haeuser" for "häuser" and the reverse. Not all are words.
std::vector<std::wstring> respelt(std::string_view language, std::wstring_view lower);

}  // namespace pith::index
