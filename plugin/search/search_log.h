// The queries that no page answers (search.log): for those who look after a site, to see what people miss.
//
// A line of JSON for each: {"time": "2026-11-24T18:06:30Z", "query": "opening hors", "site": "example.org", "hits": 12},
// where hits are pages that lack words of the query, and site is the site or host searched. Nothing says who asked.
// Bounded: a log that is full is renamed to FILE.1, in place of the one before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/query.h"

namespace pith::pipeline {

inline constexpr std::size_t max_logged_query = 500;  // bytes; of a longer query, the beginning is kept

// Thread-safe; several processes may write to one file.
class SearchLog {
 public:
  SearchLog(std::string file, std::int64_t max_bytes) : file_(std::move(file)), max_bytes_(max_bytes) {}

  // Keeps the query if no page has all of its words, no line of a template answers, and it asks for nothing but words,
  // perhaps of one site or host: no field, date, language, or later page of hits. Error "io": the log cannot be written.
  std::optional<Error> add(const index::Query& query, const index::Hits& hits);

 private:
  const std::string file_;
  const std::int64_t max_bytes_;
  std::mutex mutex_;
};

}  // namespace pith::pipeline
