// A segment without some of its documents, for a merge.
#pragma once

#include <vector>

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// What is 1 in `left_out` counts as deleted, beside what is. The segment stays open and unchanged. Knows what a merge
// asks: look-ups of a term's documents still find all of them.
Lucene::IndexReaderPtr reader_without(const Lucene::IndexReaderPtr& segment, std::vector<char> left_out);

}  // namespace pith::index
