// Words that are in every text of a language and tell nothing of it: "the", "of". They are indexed and searched like
// all others (analysis.h); only snippets leave them without highlight.
#pragma once

#include <string_view>

namespace pith::index {

// Of a word in lower case. `language`: BCP 47 tag; none of a language that is not known. Thread-safe.
bool is_stop_word(std::string_view language, std::wstring_view lower);

}  // namespace pith::index
