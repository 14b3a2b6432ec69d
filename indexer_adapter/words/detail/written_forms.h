// Words whose signs matter, and words that are written in two ways: C++, C#, .NET; e-mail and email; v14 and 14.
//
// The tokeniser drops signs and splits at them. So that the exact form is found first, such a word is indexed under one
// more term beside those of its letters, which are then marked (folded_letters in letters.h): a query for "C" finds
// "C++" too, but it counts less.
#pragma once

#include <string>
#include <string_view>

#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {

// "c++" for the "C" of "C++" and "C++17", "c#", ".net" for the "NET" of ".NET" (but not of "ASP.NET" or "end. Net");
// empty if no sign belongs to the word. `token` is of the text.
std::wstring signed_form(std::wstring_view text, const Token& token);

// "email" for "e-mail": two words joined by a hyphen, of at most 30 letters; empty if they are not, or if one is of a
// script without spaces or begins with a digit. Both are tokens of the text, the second follows the first.
std::wstring joined_form(std::wstring_view text, const Token& first, const Token& second);

// "14" for "v14"; empty for other words.
std::wstring_view without_v(std::wstring_view folded);

}  // namespace pith::index
