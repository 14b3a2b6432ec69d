// What queries are made from: the page as its author wrote it, not as extraction made it.
//
// A query made from extracted text would favour the index of extracted text: no query could ask for what extraction
// loses. So headings, sentence and links are read off the whole page. Only what a reader sees counts, and nothing that
// the page marks as not to be indexed (core/page/marks.h): neither index has that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/text/url.h"

namespace pith::measure {

struct PageLink {
  std::string text;    // plain_words, joined by spaces
  std::string target;  // normalised URL
  auto operator<=>(const PageLink&) const = default;
};

struct PageFacts {
  std::vector<std::string> headings;  // h2 to h4: plain_words joined by spaces, distinct
  std::vector<std::string> sentence;  // of the longest paragraph: its distinct words of 4 to 24 letters, in lower case
  std::vector<PageLink> links;        // with 1 to 5 words, distinct
  std::vector<std::uint64_t> words;   // hash_word of all distinct words, sorted
};

// The words of a text as one may type them into a search: none of them is an operator of the query language.
std::vector<std::string> plain_words(std::string_view text);
std::string plain_query(std::string_view text);  // joined by spaces

// For words in lower case.
std::uint64_t hash_word(std::string_view word);

// `choice` chooses the sentence: the same number gives the same sentence. O(nodes + text), plus sorting the words.
PageFacts read_facts(const Document& page, const Url& url, const NodeSet& excluded, std::uint64_t choice);

}  // namespace pith::measure
