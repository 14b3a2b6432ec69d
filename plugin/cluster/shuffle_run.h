// `pith shuffle`: records in any order become records in which each site's follow each other, as `pith map` needs them.
#pragma once

#include <atomic>
#include <cstddef>
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

struct ShuffleRequest {
  Sources sources;
  std::size_t parts = 1;           // at most; a site is in one of them
  std::size_t memory = 256 << 20;  // beyond, records go to a temporary file
};

struct ShuffleSummary : ReadSummary {
  std::int64_t sites = 0;
  std::uint64_t bytes = 0;  // of the frames
  std::size_t parts = 0;    // with records
  bool stopped = false;     // by the flag: nothing complete was written
};

struct ShuffleHooks {
  // Takes part of the frames of part 0, 1, ..., one part after the other. An error ends the run.
  std::function<std::optional<Error>(std::size_t part, std::string_view bytes)> write;
  std::function<void(const std::string& path, const ingest::Loss&)> lost;  // what could not be read, when a source ends
  std::function<void(const ShuffleSummary&, std::int64_t written)> progress;  // called often; may be empty
  const std::atomic<bool>* stop = nullptr;
};

// Writes frames (crawler_adapter/inputs/frames.h) in order of site, URL and arrival. Parts have about the same number
// of bytes, as far as whole sites allow. Needs about the compressed size of all pages in TMPDIR. Errors: those of
// find_input, RecordSorter and of `write`.
Result<ShuffleSummary> run_shuffle(const config::Config& config, const ShuffleRequest& request,
                                   const ShuffleHooks& hooks);

}  // namespace pith::map
