// Asks both indexes the queries.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/measure/ranked_scores.h"
#include "plugin/measure/test_query.h"
#include "plugin/measure/two_indexes.h"

namespace pith::measure {

// One index's answer to one query.
struct Answer {
  std::size_t hits = 0;  // with all words of the query; the others are marked as lacking some
  bool found = false;    // one of the relevant pages is among the first 1,000 hits
  RankedScores scores;
  double reciprocal_rank_all_fields = 0;  // the same with all fields, including those that the query was made from
  double milliseconds = 0;  // of a search for the first ten hits with their snippets, asked for the second time
};

struct QueryOutcome {
  TestQuery query;
  Answer whole, main;
};

struct Measurement {
  TwoIndexes indexes;
  std::vector<QueryOutcome> outcomes;
  // From the user's file: pages that cannot be found, because they are not in the cache or not to be indexed, each
  // once. They count as not found; a query with no other page is left out.
  std::vector<std::string> unknown_pages;
  std::size_t queries_left_out = 0;
  std::vector<QueryKind> empty_kinds;  // of the kinds that were to be made from the pages, those without a query
  bool stopped = false;
};

struct MeasureHooks {
  std::function<void(std::size_t done, std::size_t total)> progress;  // may be empty
  const std::atomic<bool>* stop = nullptr;
};

// Searches with the boosts and the ranking of `options`, without a time limit, and without the fields that a query was
// made from. Errors are those of Searcher; if the query is at fault, its text comes first.
Result<Measurement> measure(TwoIndexes indexes, std::vector<TestQuery> queries, const index::SearcherOptions& options,
                            const MeasureHooks& hooks);

}  // namespace pith::measure
