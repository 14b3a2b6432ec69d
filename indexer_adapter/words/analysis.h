// Which words find a document.
//
// The scheme: every word is indexed at one position under up to five terms: as written ("Häuser" → häuser), folded,
// and, if the language has a stemmer, by its stem, marked with the language ("~de~haus"). What folds a letter of the
// page's language is marked ("hauser~", "~sv~kopa~" of köpa): a query finds it, but it counts less (letters.h). Stop
// words are indexed too. Characters of scripts without spaces are indexed singly and in pairs (北, 北京).
//   - A query has no language: its words are searched folded, and by the stem of every language in the index. A stem of
//     one language never matches a word of another. A search in one language uses only its stems.
//   - Phrases in quotes, prefixes and wildcards work on whole words, which a stem-only index has lost.
//   - Programs that query the same index with their own analyser find the words as written.
// The price is size: about half as many terms again.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith::index {

struct AnalyserInfo {
  std::string_view name;  // "auto", "standard" or a language code
  std::string_view meaning;
};

// All analysers that a configuration may name.
std::span<const AnalyserInfo> analysers();

// The analysers of an index. Immutable, cheap to copy.
class Analysers {
 public:
  // By the page's language.
  Analysers() = default;

  // `fallback` is for languages that `by_language` does not name. Error unknown_analyzer names the key and the nearest
  // analyser.
  static Result<Analysers> make(std::string fallback, std::map<std::string, std::string> by_language = {});

  // The language whose stems index a page in `language` (BCP 47 tag or empty); empty: none.
  std::string stems_of(std::string_view language) const;

 private:
  std::string fallback_ = "auto";
  std::map<std::string, std::string> by_language_;
};

// The language under which the index has a tag: "de" for de-AT. Anything that is not a tag is unchanged.
std::string language_in_index(std::string_view tag);

// Codes of the languages with a stemmer, sorted.
std::span<const std::string_view> stem_languages();

}  // namespace pith::index
