// `pith records --pieces`: where WARC and ARC files can be cut, and which of their records a CDX file names.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/inputs/input.h"
#include "plugin/cluster/record_sources.h"

namespace pith::map {

struct PiecesSummary : ReadSummary {
  std::int64_t pieces = 0;
  bool stopped = false;  // by the flag: pieces are missing
};

struct PiecesHooks {
  std::function<std::optional<Error>(const ingest::Piece& piece)> write;  // an error ends the run
  std::function<void(const std::string& path, const ingest::Loss&)> lost;
  std::function<void(const PiecesSummary&)> progress;  // called often; may be empty
  const std::atomic<bool>* stop = nullptr;
};

// Cuts each file into pieces of at least `bytes`, as far as its records allow, the last excepted. Only a pass from the
// beginning finds where records are: what looks like one may be part of a page. It unpacks, and does nothing else with
// what it reads. Of CDX files, each record is a piece. Errors: those of read_records, "usage".
Result<PiecesSummary> run_pieces(const config::Config& config, const Sources& sources, std::uint64_t bytes,
                                 const PiecesHooks& hooks);

}  // namespace pith::map
