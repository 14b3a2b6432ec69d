// Brings the index's pages to a sink.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "indexer_adapter/searcher.h"
#include "plugin/app/sinks/sink.h"

namespace pith::sinks {

struct ExportRequest {
  std::vector<std::string> sites = {};  // only pages of these; empty: all
  bool structure = false;               // also each page's structure
  bool prune = false;                   // afterwards the target has none of Pith's other pages of these sites
};

struct ExportHooks {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::int64_t pages)> progress = {};
};

struct ExportSummary {
  std::int64_t pages = 0;              // the index's pages to export
  Account account;                     // pages = sent + refused, unless there was an error or a stop
  std::optional<std::int64_t> pruned;  // nullopt: pruning was not tried
  std::optional<Error> error;          // ended the export
  bool stopped = false;

  bool complete() const { return !error && !stopped && account.refused == 0; }
};

// Holds one page besides what the sink holds. Prunes only if all pages were sent, and there was at least one.
ExportSummary run_export(const index::Searcher& index, Sink& sink, const ExportRequest& request,
                         const ExportHooks& hooks = {});

}  // namespace pith::sinks
