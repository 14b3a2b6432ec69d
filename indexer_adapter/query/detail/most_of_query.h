// Documents with most of what is wanted, as a Lucene query.
#pragma once

#include <vector>

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

struct WantedPart {
  Lucene::QueryPtr query;
  double importance;  // > 0; rare words have more
};

// A document matches if the parts that it has are at least this share of the importance of all. Its score is the sum of
// their scores, times their share of the importance: so that of two documents with as much of what both have, the one
// with more parts comes first. Reading it is O(parts · documents that have any).
Lucene::QueryPtr most_of_query(std::vector<WantedPart> parts, double least_share);

}  // namespace pith::index
