// Which words a document is found by.
//
// The scheme. Every word is indexed, at one position, under up to three terms: as it is written ("Häuser" → häuser),
// folded (hauser), and, in a language with a stemmer, by its stem, marked with the language ("~de~haus"). Nothing is
// left out as a stop word. Characters of scripts without spaces are indexed singly and in pairs (北, 北京).
//   - A query has no language: its words are looked for folded, and by the stem of every language that the index holds.
//     A stem of one language never meets a word of another. Searching in one language uses its stems alone.
//   - Phrases in quotes, prefixes and wildcards work on whole words, which a stem-only index has lost.
//   - Programs that query the same index with an analyser of their own find the words as they are written.
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

  // `fallback` is for languages that `by_language` does not name. Error code unknown_analyzer names key and nearest.
  static Result<Analysers> make(std::string fallback, std::map<std::string, std::string> by_language = {});

  // The language whose stems a page in `language` (BCP 47 tag or empty) is indexed with; empty: none.
  std::string stems_of(std::string_view language) const;

 private:
  std::string fallback_ = "auto";
  std::map<std::string, std::string> by_language_;
};

// Codes of the languages that have stems, sorted.
std::span<const std::string_view> stem_languages();

}  // namespace pith::index
