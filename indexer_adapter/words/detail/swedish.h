// Swedish stems by Snowball 3.1, which knows the definite form of neuter nouns: arbetet → arbet, huset → hus.
//
// Lucene++ has the rules of 2001, and Debian's libstemmer 2.2 too: both leave arbetet as it is.
#pragma once

#include <string>
#include <string_view>

namespace pith::index {

// The stem of a lower-case word, as https://snowballstem.org/algorithms/swedish/stemmer.html defines it.
std::wstring swedish_stem(std::wstring_view lower);

}  // namespace pith::index
