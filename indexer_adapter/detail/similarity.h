// What Lucene's own scorers are asked for here: counts.
#pragma once

#include "indexer_adapter/lucene.h"

namespace pith::index {

// Under which a phrase's score is its frequency, and boolean queries add up what their parts score: no idf, no norms,
// no coordination. Of words that are not side by side ("..."~3), Lucene counts the further apart the less.
Lucene::SimilarityPtr plain_similarity();

}  // namespace pith::index
