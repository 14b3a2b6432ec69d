// How a Searcher searches.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/query/query.h"
#include "indexer_adapter/query/ranking.h"
#include "indexer_adapter/words/analysis.h"

namespace pith::index {

struct SearcherOptions {
  FieldMap fields = {};
  // Weights of the fields searched by default, by Pith's names; empty: the schema's. A text field without a weight, or
  // with 0, is not searched.
  std::map<std::string, double> boosts = {};
  Analysers analysers = {};  // as the index was written with: for the words of snippets
  Ranking ranking = {};
  QueryLimits query_limits = {};
  // If fewer pages have all words of a query, pages with most of them follow (detail/forgiving.h). 0: never.
  std::size_t enough = 30;
  // Seconds that a search may take to find the hits and show the first `hits_in_time` of them, and as long again for
  // each `hits_in_time` more. 0: no limit.
  double timeout = 5;
};

}  // namespace pith::index
