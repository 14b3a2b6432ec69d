// Brings pages to a sink.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/render/chunks.h"
#include "indexer_adapter/export/sink.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/index/export_state.h"

namespace pith::sinks {

// Takes the pages of a source, each by one of these. If it returns false, no more is wanted.
class Intake {
 public:
  virtual ~Intake() = default;
  virtual bool documents(std::span<const SinkDocument> of_page) = 0;  // one, or its chunks
  virtual bool refuse(Refusal refusal) = 0;                           // that cannot be made a document
  virtual bool skip() = 0;                                            // of a page that is not exported, for a reason
  virtual bool lose() = 0;                                            // that cannot be read
  virtual bool remove(const std::string& id) = 0;                     // a document that is gone; no page
};

// Hands on all of its pages, one after the other. An error ends the export.
using Source = std::function<std::optional<Error>(Intake&)>;

struct ExportRequest {
  std::vector<std::string> sites = {};   // only pages of these; empty: all
  bool structure = false;                // also each page's structure
  std::optional<ChunkSize> chunks = {};  // each page's chunks instead of the page
  ExportState* since = nullptr;          // if given, only what its output lacks
  bool prune = false;                    // afterwards the target has none of Pith's other pages of these sites
};

struct ExportHooks {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::int64_t pages)> progress = {};
};

// pages = sent + refused + skipped + unreadable, unless there was an error or a stop.
struct ExportSummary {
  std::int64_t pages = 0;
  std::int64_t skipped = 0, unreadable = 0;  // not of an index
  ExportCounts counts;
  std::optional<std::int64_t> pruned;  // nullopt: pruning was not tried
  std::optional<Error> error;          // ended the export
  bool stopped = false;

  bool complete() const { return !error && !stopped && counts.refused == 0 && unreadable == 0; }
};

// Holds one page besides what the source and the sink hold. The source waits while the sink does.
ExportSummary run_export(const Source& source, Sink& sink, const ExportHooks& hooks = {});

// The index's pages. Prunes only if all pages were sent, and there was at least one. Since a state, removes only if all
// pages could be read, and there was at least one.
ExportSummary run_export(const index::Searcher& index, Sink& sink, const ExportRequest& request,
                         const ExportHooks& hooks = {});

}  // namespace pith::sinks
