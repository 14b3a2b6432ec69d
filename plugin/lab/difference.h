// What an extraction lost and what it wrongly kept, in words that a person can read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::eval {

// Stretches of `text` that `other` does not have: runs of words, none of whose triples occurs in the other text. At
// most `limit`, longest first, each cut to about `max_words` words; "(n words)" gives the length of those cut. O(words
// of both).
std::vector<std::string> stretches_missing(std::string_view text, std::string_view other, std::size_t limit,
                                           std::size_t max_words);

}  // namespace pith::eval
