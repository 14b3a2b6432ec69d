// What the people of a site say about its searches: synonyms, and best bets. Both are written in Solr's synonym format:
//
//   # comment
//   lift, elevator, moving room        each of these also finds the others
//   teh => the                         finds "the", and no longer "teh"
//   ipad => ipad, tablet               finds "ipad", and "tablet" too
//   opening hours, hours => https://example.org/hours     a best bet: this page comes first
//
// A backslash takes the next character as it is: "\," "\=>" "\#". White space around a term does not count. Terms are
// compared as words are in searches: by letters, without case and accents; synonyms also by their stems.
//
// Why not Lucene++'s: it has none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith::index {

// A line of a file.
struct Rule {
  std::vector<std::string> left, right;  // right is empty if all terms of `left` mean the same
  std::string origin;                    // "synonyms.txt:12"
};

inline constexpr std::size_t max_rule_bytes = 1 << 20;  // of a file
inline constexpr std::size_t max_rules = 10'000;        // of a file
inline constexpr std::size_t max_rule_terms = 50;       // of a line
inline constexpr std::size_t max_term_words = 20;       // of a term

// Error "rules" names `file`, the line, what is wrong with it, and what to do.
Result<std::vector<Rule>> parse_synonyms(std::string_view text, const std::string& file);
// The right side of each rule: normalised URLs of pages.
Result<std::vector<Rule>> parse_best_bets(std::string_view text, const std::string& file);

}  // namespace pith::index
