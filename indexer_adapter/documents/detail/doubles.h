// Documents with the same key in several indexes (merge.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// A segment of one of the indexes.
struct MergedSegment {
  Lucene::IndexReaderPtr reader;
  std::size_t index = 0;       // the number of its index
  std::vector<char> left_out;  // by document: 1 for doubles; empty: none
};

// Called with a double: the number of its index, and what it is.
using DoubleFound = std::function<void(std::size_t index, DocumentKind kind)>;

// Fills `left_out`. Reads the terms of all segments side by side, so memory does not grow with the number of doubles.
// `progress` is called with each key. Throws Lucene++'s exceptions, and those of `progress`.
void find_doubles(std::vector<MergedSegment>& segments, const FieldMap& fields, const DoubleFound& found,
                  const std::function<void()>& progress);

}  // namespace pith::index
