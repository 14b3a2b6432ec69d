// The passage of a page that shows best why it was found.
//
// Why not Lucene++'s Highlighter: it knows no deadline. Version 3.0.8 takes more than a second for a page of 1 MB, and
// over a minute for nine words with gaps ("..."~1000) where a page of 120 kB repeats them. It finds the words in
// Lucene's own queries only, and ours are of BM25 leaves; nor does it tell where in the text the first match is, by
// which a hit's headings are found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/detail/stemmer.h"
#include "indexer_adapter/hits.h"

namespace pith::index {

class Deadline;

// What a query looks for, in terms of words of a text: any of these makes a word match.
struct WordTest {
  std::vector<std::wstring> folded;  // the word is one of them
  std::wstring lower;                // it has the stem of this one; empty: no stems
  std::wstring pattern;              // it fits, with QueryNode's wildcards; empty: no pattern
};

// Words that have to stand side by side; most often one.
using SnippetPattern = std::vector<WordTest>;

inline constexpr std::size_t snippet_length = 200;

struct Snippet {
  std::vector<Piece> pieces;
  std::optional<std::uint32_t> match;  // where in the content the first highlighted word begins; none: nothing matches
};

// About `length` characters of the content that hold the most different patterns, from the first such place, cut
// between words, white space folded, with " … " where something is left out; the beginning where nothing matches. A
// second passage is added where it shows patterns that the first lacks. `stemmer`: of the page's language, or nullptr.
// Linear in the content, and in the content times the tests with wildcards; looks at the first 500,000 characters only.
// Throws TimeIsUp once the deadline is over.
Snippet make_snippet(std::wstring_view content, const std::vector<SnippetPattern>& patterns, Stemmer* stemmer,
                     const Deadline& deadline, std::size_t length = snippet_length);

// "the" tells nothing of why a page was found. Phrases, quoted words and patterns are as they were asked for, and so
// are queries of nothing else.
std::vector<SnippetPattern> without_stop_words(const std::vector<SnippetPattern>& patterns, std::string_view language);

}  // namespace pith::index
