// Which words of a query mean the same as others, by rules (rule_file.h).
//
// A term of a rule is found in a query if its words stand there one after the other: folded but for the letters of the
// languages searched, or else by their stems in one of them. As in Solr, the longest term wins, from left to right, and
// all rules that have it count together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/query/rule_file.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {

inline constexpr std::size_t max_synonyms = 100;  // of a query, counted for each of its words

// Thread-safe.
class SynonymTable {
 public:
  explicit SynonymTable(const std::vector<Rule>& rules);
  ~SynonymTable();

  // Words of a query as terms are compared: folded, and their stems by language.
  struct Words {
    std::vector<std::wstring> folded, exact;  // exact: but for the letters of the languages
    std::vector<std::vector<std::wstring>> stems;
  };
  // `languages`: whose stems are searched.
  static Words words_of(std::span<const Token> tokens, const std::vector<std::string>& languages);

  struct Match {
    std::size_t words;                   // that mean the same as
    std::vector<std::wstring> synonyms;  // each of these, in the order of the rules
    bool replaced;                       // and are not wanted themselves
  };
  // The longest term of at most `most` words that stands at `begin`. `languages`: as for words_of.
  std::optional<Match> match(const Words& words, std::size_t begin, std::size_t most,
                             const std::vector<std::string>& languages) const;

 private:
  struct Term {
    std::wstring text;
    std::vector<Token> words;
    std::wstring key;  // the same for terms of the same words
  };
  struct MeantAlike {
    std::vector<Term> left, right;  // right: empty if all of `left` mean the same
  };
  struct Place {
    std::uint32_t rule, term;  // of its left terms
  };
  struct Keys;

  Match match_of(std::span<const std::wstring> folded, const std::vector<Place>& places) const;
  std::shared_ptr<const Keys> keys_of(const std::vector<std::string>& languages) const;

  std::vector<MeantAlike> rules_;
  mutable std::mutex mutex_;
  mutable std::map<std::vector<std::string>, std::shared_ptr<const Keys>> keys_;  // made when first needed
};

// Gives words of the query their synonyms. Words that mean the same only together get them each: a page with the
// synonym has all of them. Not for quoted or excluded words, patterns, words spelled alike ("fox~"), and fields other
// than text.
void add_synonyms(QueryNode& tree, const SynonymTable& table, const std::vector<std::string>& languages);

}  // namespace pith::index
