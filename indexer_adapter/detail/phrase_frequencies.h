// How often a phrase occurs in a field; with gaps, by Lucene's phrase scorers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "indexer_adapter/detail/leaf.h"
#include "indexer_adapter/lucene.h"

namespace pith::index {

// Calls visit(document, frequency) for each document of the segment that has the slots side by side, in ascending
// order.
void visit_phrase(const std::vector<Leaf::Slot>& slots, unsigned slop, const std::wstring& field,
                  const Lucene::IndexReaderPtr& segment, const std::function<void(std::int32_t, double)>& visit);

}  // namespace pith::index
