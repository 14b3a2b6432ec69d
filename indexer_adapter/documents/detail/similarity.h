// Makes Lucene's own scorers count.
#pragma once

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// A phrase's score is its frequency, and boolean queries add up the scores of their parts: no idf, no norms, no
// coordination. For words that are not side by side ("..."~3), Lucene counts less the further apart they are.
Lucene::SimilarityPtr plain_similarity();

}  // namespace pith::index
