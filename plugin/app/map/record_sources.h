// Reads records from several sources, one after the other.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache_records.h"
#include "plugin/app/ingest/input.h"

namespace pith::map {

struct RecordSources {
  const std::vector<std::string>& paths;  // "-": standard input, once
  const std::string& type;                // name of the input for all; empty: detected for each
  const crawl::CacheOptions& options;
  const std::atomic<bool>* stop;
};

struct RecordHooks {
  ingest::Reading::Sink page;                                              // an error ends the reading
  std::function<void(const ingest::Report& now)> progress;                 // of the source being read
  std::function<void(const ingest::Report&)> ended;                        // with a source
  std::function<void(const std::string& path, const ingest::Loss&)> lost;  // when a source ends
};

// An empty file has no records, whatever its type. Errors: "usage", those of find_input, of opening a source, and of
// `page`.
std::optional<Error> read_records(const RecordSources& sources, const RecordHooks& hooks);

}  // namespace pith::map
