// What became of the queries that searches found no answer to: the log of `pith search` and `pith serve`
// (plugin/search/search_log.h), asked again.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/query.h"
#include "plugin/measure/table.h"

namespace pith::measure {

struct LoggedQuery {
  std::string text = {}, site = {};   // site: empty for all
  std::size_t times = 0;              // that it was asked
  std::string first = {}, last = {};  // when
  std::size_t hits = 0;               // now; pages with all of its words, or best bets
  std::size_t partial = 0;            // now; pages that lack some
  std::string page = {}, wrong = {};  // the first hit, if it has all words; why it cannot be asked
};

struct LoggedQueries {
  std::vector<LoggedQuery> queries;  // asked most often first
  std::size_t unread = 0;            // lines that are not of a log
  bool stopped = false;
};

// The queries of a log, each once, in whatever spacing it was typed. Error "search_log" if no line is of one. O(text).
Result<LoggedQueries> parse_search_log(std::string_view text, const std::string& file);

using Search = std::function<Result<index::Hits>(const index::Query&)>;

// Asks each query anew. Errors of a query are its own; one that is not (ErrorKind::failed) ends the work.
Result<LoggedQueries> ask_again(LoggedQueries log, const Search& search, const std::atomic<bool>* stop);

// Those that find pages with all words now, and those that do not; `shown` of each at most.
std::vector<eval::Table> log_tables(const LoggedQueries& log, std::size_t shown);
// All of them.
std::string log_json(const LoggedQueries& log);

}  // namespace pith::measure
