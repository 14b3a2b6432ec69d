// The terms under which the words of a text are indexed: the scheme of analysis.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_hash.h"
#include "indexer_adapter/detail/stemmer.h"
#include "indexer_adapter/detail/tokeniser.h"

namespace pith::index {

// Reads texts, one after the other, word by word. Remembers the terms of words, within a bound, since most words of a
// page have been on another. Not thread-safe: one per thread.
class WordTerms {
 public:
  // With stems of `stem_language` (see Analysers::stems_of; empty: no stems).
  explicit WordTerms(std::string stem_language);

  // Begins with a text in NFC (see to_wide) that must outlive the reading.
  void begin(std::wstring_view text);

  // Moves on to the next word that has terms; false at the end of the text.
  bool next_word();

  struct Term {
    std::wstring_view text;    // holds until next_word()
    std::uint32_t begin, end;  // code points of the text
  };
  // Moves on to the next term of this word; false after the last one.
  bool next_term(Term& term);

  // The position of the word in the text: 0, 1, 2, ...; words that are too long have no terms, but count.
  std::uint32_t position() const { return word_.position; }

 private:
  using Terms = std::vector<std::wstring>;

  const Terms& terms_of(const std::wstring& word, bool unspaced);
  void make_terms(const std::wstring& word, bool unspaced, Terms& terms);

  std::string language_;
  std::wstring_view letters_;
  std::optional<Stemmer> stemmer_;
  KeyedMap<std::wstring, Terms> known_;
  std::size_t remembered_ = 0;  // letters of known_
  std::optional<Tokeniser> tokens_;
  Token word_{}, following_{};
  bool ahead_ = false;            // whether there is a following word
  const Terms* terms_ = nullptr;  // of word_
  std::wstring pair_;             // word_ and the following character, in scripts without spaces; else empty
  std::size_t next_ = 0;          // of terms_, then pair_
};

}  // namespace pith::index
