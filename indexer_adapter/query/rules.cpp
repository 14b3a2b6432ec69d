#include "indexer_adapter/query/rules.h"

#include "indexer_adapter/query/detail/best_bets.h"
#include "indexer_adapter/query/detail/synonyms.h"

namespace pith::index {

Rules Rules::make(const std::vector<Rule>& synonyms, const std::vector<Rule>& best_bets) {
  Rules rules;
  if (!synonyms.empty()) rules.synonyms = std::make_shared<const SynonymTable>(synonyms);
  if (!best_bets.empty()) rules.best_bets = std::make_shared<const BetTable>(best_bets);
  return rules;
}

}  // namespace pith::index
