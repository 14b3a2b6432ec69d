// What a stretch of text looks like, counted in one pass: the raw material of features.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pith {

// Counts of one stretch of text. Words as in core/text/words.h.
struct TextCounts {
  std::uint32_t words = 0;
  std::uint32_t letters = 0;       // code points other than white space
  std::uint32_t word_letters = 0;  // of them, those in words
  std::uint32_t commas = 0;        // , ; : and similar ones of other scripts
  std::uint32_t sentences = 0;     // . ! ? and similar ones, at the end of a word
  std::uint32_t digits = 0;
  std::uint32_t capitals = 0;  // words that begin with an upper-case letter
  std::uint32_t wide = 0;      // words of one character: Han, Kana, Hangul, Thai
  std::uint32_t bars = 0;      // | / · • » > and the like, which separate the items of a line of links
  std::uint32_t years = 0;     // numbers from 1990 to 2039, and times of day
  std::uint32_t symbols = 0;   // © @ and signs of currencies
  // A hash of the words, the same for all words with digits and all names of months and weekdays, and how many words it
  // is of.
  std::uint32_t masked = 0, masked_words = 0;
  enum Last : std::uint8_t { other, word, sentence, comma, colon, ellipsis };
  Last last = other;  // what it ends with, white space and closing quotes aside

  void add(const TextCounts& more);
  // Lets the masked hash be the same whatever the text is: one word that stands for any other.
  void mask_all() { masked = 2, masked_words = 1; }
  void mask_nothing() { masked = masked_words = 0; }
};

// Counts the text and appends the 32-bit hashes of its words, folded to lower case. Expects valid UTF-8. O(bytes).
TextCounts scan_text(std::string_view utf8, std::vector<std::uint32_t>& word_hashes);

// The hash that scan_text gives a lower-case word.
std::uint32_t word_hash(std::string_view lower_case_word);

}  // namespace pith
