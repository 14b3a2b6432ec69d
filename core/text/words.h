// What counts as a word, for metrics and features: one definition for all languages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/stable_hash.h"

namespace pith {

// Lower-cased maximal runs of letters, digits and underscore; every Han, Kana, Hangul or Thai character is a word by
// itself. Expects valid UTF-8. (The index segments words with its own analysers.)
std::vector<std::string> words_of(std::string_view utf8);

// Maximal runs of letters, digits and underscore, unchanged, in any script: what \w+ finds in other people's metrics.
// Views into the text.
std::vector<std::string_view> word_runs(std::string_view utf8);

// Whether a letter or digit belongs to a script that is written without spaces: one character, one word.
bool is_word_by_itself(char32_t letter);

// words_of(text).size() without making them. O(bytes).
std::size_t count_words(std::string_view utf8);

// Appends a 64-bit hash (core/base/stable_hash.h) of each of words_of(text), at most `max_words`. O(bytes).
void append_word_hashes(std::vector<std::uint64_t>& out, std::string_view utf8, std::size_t max_words,
                        std::uint64_t seed = hash_seed);

}  // namespace pith
