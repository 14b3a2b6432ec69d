// What the server counts, for Prometheus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "plugin/index/last_runs.h"

namespace pith::http {

// Thread-safe.
class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // `route` must be from a fixed list: it is a label.
  void answered(std::string_view route, int status, double seconds);
  // Answered without routing: not a request, too many at once, too long, too slow.
  void refused(int status);
  // `outcome`: found, nothing, error.
  void searched(std::string_view outcome, double seconds);
  void suggested(bool ok, double seconds);
  // Why a search failed: a code of index/searcher.h.
  void search_failed(std::string_view code);
  void log_failed();                         // a query could not be written to search.log
  void set_broken_rules(std::size_t files);  // of search.synonyms and search.best_bets
  void set_connections(std::size_t count);
  void closed_connection();  // to make room
  // `committed`: when, in seconds since 1970.
  void set_index(std::size_t pages, std::uint64_t commit, std::uint64_t reopened, double committed);
  void set_index_readable(bool readable);
  // The file system of `what`, "cache" or "index".
  void set_disk(std::string_view what, std::uintmax_t bytes, std::uintmax_t free);
  // None: there is no metric of it.
  void set_last_runs(const std::optional<pipeline::LastIndexing>& indexing,
                     const std::optional<pipeline::LastDiagnosis>& diagnosis);

  // In Prometheus' text format.
  std::string text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::http
