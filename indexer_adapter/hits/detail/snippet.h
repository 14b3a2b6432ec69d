// The passage of a page that best shows why it was found.
//
// Why not Lucene++'s Highlighter: it has no deadline. Version 3.0.8 takes more than a second for a page of 1 MB, and
// over a minute for nine words with gaps ("..."~1000) on a page of 120 kB that repeats them. It finds words only in
// Lucene's own queries, and ours consist of BM25 leaves. Nor does it say where in the text the first match is, which we
// need to find a hit's headings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/detail/snippet_pattern.h"
#include "indexer_adapter/words/detail/stemmer.h"

namespace pith::index {

class Deadline;

inline constexpr std::size_t snippet_length = 200;

// Where in the content what a pattern fits begins and ends, in code points.
struct PatternMatch {
  std::uint32_t begin, end;
  std::size_t pattern;
};

inline constexpr std::size_t max_snippet_matches = 10'000;

struct Snippet {
  std::vector<Piece> pieces;
  std::optional<std::uint32_t> match;  // where in the content the first highlighted word begins; none: no match
  std::vector<PatternMatch> matches;   // the first of them, by `begin`
};

// A text and where the patterns fit in it: its words are read once. Reading is linear in the text, and in the text
// times the tests with wildcards; only the first 500,000 characters are looked at. Keeps references to what it is
// given. Everything throws TimeIsUp after the deadline.
class MatchedText {
 public:
  // `stemmer`: of the page's language, or nullptr.
  MatchedText(std::wstring_view content, const std::vector<SnippetPattern>& patterns, Stemmer* stemmer,
              const Deadline& deadline);
  ~MatchedText();
  MatchedText(const MatchedText&) = delete;
  MatchedText& operator=(const MatchedText&) = delete;

  // About `length` characters with the most different patterns, from the first such place, cut between words, white
  // space folded, with " … " for omissions; the beginning if nothing matches. A second passage is added if it shows
  // patterns that the first lacks.
  Snippet snippet(std::size_t length = snippet_length) const;

  // The same of the part from `begin` to `end` alone, in code points of the whole.
  Snippet snippet_within(std::uint32_t begin, std::uint32_t end, std::size_t length = snippet_length) const;

 private:
  class Words;
  std::unique_ptr<Words> words_;
};

inline Snippet make_snippet(std::wstring_view content, const std::vector<SnippetPattern>& patterns, Stemmer* stemmer,
                            const Deadline& deadline, std::size_t length = snippet_length) {
  return MatchedText(content, patterns, stemmer, deadline).snippet(length);
}

// "the" does not show why a page was found. Phrases, quoted words and patterns stay, and so does a query of nothing but
// stop words.
std::vector<SnippetPattern> without_stop_words(const std::vector<SnippetPattern>& patterns, std::string_view language);

}  // namespace pith::index
