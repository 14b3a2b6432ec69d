// The synonyms and best bets that a search goes by.
#pragma once

#include <memory>
#include <vector>

#include "indexer_adapter/query/rule_file.h"

namespace pith::index {

class SynonymTable;
class BetTable;

// Immutable, cheap to copy; by default, there are none.
struct Rules {
  std::shared_ptr<const SynonymTable> synonyms = nullptr;
  std::shared_ptr<const BetTable> best_bets = nullptr;

  // Of all files that apply; the first rules are the first best bets.
  static Rules make(const std::vector<Rule>& synonyms, const std::vector<Rule>& best_bets);
};

}  // namespace pith::index
