// Which part of a page answers a query: where a link to the hit should lead.
//
// A section is what stands below a heading, up to the next one, or below a term of a definition that links can lead to.
// The text above the first of them, with the page's headline, is the beginning. A section's score is
//
//   sum over the words of the query   weight * tf / (tf + 1)
//   tf = frequency in its text, for its length + 4 if its heading has the word + 2 if one above it has
//      + 4 if title or headline have it, which counts alike for all of the page
//
// The page as a whole answers if its title or headline has all words, if no section scores more than the beginning, or
// if no section has, with the headings above it, two thirds of what the page has of the query: its words are all over
// the page then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/hits/detail/snippet.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/detail/deadline.h"

namespace pith::index {

// Words of a query, and how much each tells.
struct TellingWords {
  std::vector<SnippetPattern> patterns;
  std::vector<double> weights;  // of each; > 0
};

// A page in which words of the query were found.
struct MatchedPage {
  std::wstring_view content;
  std::string_view structure;                          // core/render/structure.h
  std::span<const PatternMatch> in_content, in_title;  // by `begin`
};

struct PageSection {
  std::string title;     // its heading, at most 120 bytes of it
  std::string fragment;  // with its "#"
};

struct AnsweringPart {
  std::string fragment;                     // with its "#"; empty: the page as a whole, or its beginning
  std::optional<std::uint32_t> begin, end;  // the section that answers, in code points of the content
  bool beginning = false;                   // its text answers, not the title
  std::vector<PageSection> more;            // max_sections at most
  bool together = false;                    // the title, or one section, has all words
};

// Headings after the first 5,000 begin no section. O(blocks + matches), and O(content) for at most three sections
// without an anchor. Throws TimeIsUp.
AnsweringPart answering_part(const MatchedPage& page, std::span<const double> weights, const Deadline& deadline);

// The sections whose heading fits, in the order of the page, `limit` at most: none begins with the page's headline.
// O(blocks + headings), and O(content) for each that is found. Throws TimeIsUp.
std::vector<PageSection> sections_with(std::wstring_view content, std::string_view structure,
                                       const std::function<bool(std::wstring_view)>& fits, std::size_t limit,
                                       const Deadline& deadline);

}  // namespace pith::index
