// A leaf (leaf.h) as a Lucene query, to stand in Lucene's boolean queries.
#pragma once

#include <memory>

#include "indexer_adapter/detail/leaf_reader.h"
#include "indexer_adapter/lucene.h"

namespace pith::index {

// What the leaf matches in the view that `reader` reads, with its score; a leaf that is not scored, with 0. The query
// is good for that view's searcher alone, and no longer than `reader`, which it explains scores with.
Lucene::QueryPtr bm25_query(Leaf leaf, LeafReader& reader);

// Every document, with a score of 0.
Lucene::QueryPtr every_document();

}  // namespace pith::index
