// `pith records`: what any input has, as frames that say each record's site, for engines that sort.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/inputs/input.h"
#include "plugin/cluster/record_sources.h"

namespace pith::map {

struct RecordsSummary : ReadSummary {
  std::uint64_t bytes = 0;  // of the frames
  bool stopped = false;     // by the flag: records are missing
};

struct RecordsHooks {
  std::function<std::optional<Error>(std::string_view frame)> write;  // an error ends the run
  std::function<void(const std::string& path, const ingest::Loss&)> lost;
  std::function<void(const RecordsSummary&)> progress;  // called often; may be empty
  const std::atomic<bool>* stop = nullptr;
};

// In the order of the sources. Holds one record. Errors: those of read_records.
Result<RecordsSummary> run_records(const config::Config& config, const Sources& sources, const RecordsHooks& hooks);

}  // namespace pith::map
