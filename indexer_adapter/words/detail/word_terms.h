// The terms under which the words of a text are indexed: the scheme of analysis.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "indexer_adapter/words/detail/stemmer.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {

// Reads texts, one after the other, word by word. Not thread-safe: one per thread.
class WordTerms {
 public:
  // With stems of `stem_language` (see Analysers::stems_of; empty: no stems).
  explicit WordTerms(const std::string& stem_language);

  // Begins with a text in NFC (see to_wide) that must outlive the reading.
  void begin(std::wstring_view text);

  // Moves on to the next word; false at the end of the text.
  bool next_word();

  struct Term {
    std::wstring text;
    std::uint32_t begin, end;  // code points of the text
  };
  // The next term of this word, valid until next_word(); null after the last one.
  const Term* next_term() { return next_ == count_ ? nullptr : &terms_[next_++]; }

  // The position of the word in the text: 0, 1, 2, ...; words that are too long are left out, but count.
  std::uint32_t position() const { return word_.position; }

 private:
  void add_folded();
  void add_other_forms();
  void add(std::wstring_view text, std::wstring_view rest, std::uint32_t end);

  std::wstring stem_prefix_;
  std::wstring_view letters_;
  Casing casing_;
  std::optional<Stemmer> stemmer_;
  std::wstring_view text_;
  std::optional<Tokeniser> tokens_;
  Token word_{}, following_{};
  bool ahead_ = false;           // whether there is a following word
  std::array<Term, 7> terms_{};  // of word_; the strings keep their memory
  std::size_t count_ = 0, next_ = 0;
};

}  // namespace pith::index
