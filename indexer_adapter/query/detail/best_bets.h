// The pages that people have chosen for whole queries, by rules (rule_file.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/query_builder.h"
#include "indexer_adapter/query/detail/restriction.h"
#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/query/rule_file.h"

namespace pith::index {

inline constexpr std::size_t max_best_bets = 5;  // of a query

// Immutable.
class BetTable {
 public:
  explicit BetTable(const std::vector<Rule>& rules);

  // URLs, first the first; empty for a query of more than words and phrases. The words must be the rule's, in its
  // order: case, accents, quotes and punctuation do not count.
  std::vector<std::string> pages(const QueryNode& tree) const;

 private:
  KeyedMap<std::wstring, std::vector<std::string>> pages_;
};

struct FoundBets {
  std::vector<std::int32_t> documents = {};  // first the first
  Lucene::QueryPtr query = {};               // finds them, without a score
};

// Those of the pages that are in the index and within the restrictions.
FoundBets find_best_bets(const std::vector<std::string>& pages, const std::vector<Restriction>& restrictions,
                         const QueryContext& context);

}  // namespace pith::index
