// What the keywords, dates and numbers of a query match in the index.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/query/detail/leaf.h"
#include "indexer_adapter/query/query_syntax.h"

namespace pith::index {

// For a leaf: slots, terms or a host.
struct FieldValue {
  std::wstring shown;  // for people
  std::vector<Leaf::Slot> slots = {};
  Leaf::Terms terms = {};
  std::wstring host = {};
};

// Of a node whose field is not text. Error query_field for a value that the field cannot have.
Result<FieldValue> field_value(const QueryNode& node);

// A pattern as people write it.
std::wstring shown_pattern(std::wstring pattern);

}  // namespace pith::index
