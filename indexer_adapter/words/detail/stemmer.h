// The stems of one language, by Lucene++'s stem filters; Swedish ones by swedish.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {

// Not thread-safe: one per thread. Has a bounded cache of stems.
class Stemmer {
 public:
  // A language of stem_languages(); others leave words unstemmed.
  explicit Stemmer(std::string_view language);
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  // In which the words must be written.
  Casing casing() const;

  // The stem of a lower-case word, folded but for the language's letters. The reference holds until the next call.
  const std::wstring& stem(std::wstring_view lower);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The term under which a stem is indexed: "~de~haus". No word contains "~".
std::wstring stem_term(std::string_view language, std::wstring_view stem);
// The language of such a term; empty if it is another term.
std::wstring_view language_of_stem(std::wstring_view term);
// Greater than all terms for stems of the language, and less than those of the next.
std::wstring after_stems_of(std::wstring_view language);

}  // namespace pith::index
