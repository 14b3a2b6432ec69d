// A leaf (leaf.h) as a Lucene query, for use in Lucene's boolean queries.
#pragma once

#include <memory>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/leaf_reader.h"

namespace pith::index {

// What the leaf matches in the view that `reader` reads, with its score; with 0 if the leaf is not scored. The query
// works only with that view's searcher, and only as long as `reader` lives, which it needs to explain scores.
Lucene::QueryPtr bm25_query(Leaf leaf, LeafReader& reader);

// Every document, with a score of 0.
Lucene::QueryPtr every_document();

}  // namespace pith::index
