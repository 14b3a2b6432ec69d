// What filters a search's pages apart from its words.
#pragma once

#include <string>
#include <vector>

#include "indexer_adapter/query/query.h"
#include "indexer_adapter/query/query_syntax.h"

namespace pith::index {

struct Restriction {
  std::string name;   // "site"
  std::string value;  // "example.org"
  QueryNode node;     // of a field
};

Result<std::vector<Restriction>> restrictions_of(const Query& query);

// The pages of `node` within all restrictions.
QueryNode all_of(QueryNode node, const std::vector<Restriction>& restrictions);

}  // namespace pith::index
