// Words that occur in every text of a language and say nothing about it: "the", "of". They are indexed and searched
// like all others (analysis.h); only snippets do not highlight them, and no example asks for them.
#pragma once

#include <string_view>

namespace pith::index {

// For a word in lower case. `language`: BCP 47 tag; an unknown language has no stop words. Thread-safe.
bool is_stop_word(std::string_view language, std::wstring_view lower);
bool is_stop_word(std::string_view language, std::string_view lower);

}  // namespace pith::index
