// What `pith map` is asked to do, what it tells, and what became of the records.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/input.h"
#include "plugin/cluster/format.h"
#include "plugin/cluster/mapped_outcome.h"
#include "plugin/cluster/record_sources.h"
#include "plugin/cluster/site_documents.h"

namespace pith::map {

enum class Stage : std::uint8_t {
  whole,  // records to documents
  learn,  // records to models
  piece,  // records and models to frames for `pith fold`: of each site, any part of the pages
};

struct MapRequest {
  Stage stage = Stage::whole;
  std::string models;  // directory of SiteModels, unless whole
  Sources sources;
  const Format* format = nullptr;  // never null
  Wanted wanted = {};
  unsigned threads = 1;            // that work on a site; the documents are the same
  std::size_t memory = 256 << 20;  // for compressed bodies and documents of a site; beyond, a temporary file
  std::size_t together = folded_together;
  std::uint64_t content_key = 0;  // for keyed_simhash_of: the same in all tasks
};

// What became of every record: records = left_out + again + pages.
struct MapSummary {
  std::int64_t records = 0;
  std::map<std::string, std::int64_t> left_out;  // by reason: records that are no page
  std::int64_t again = 0;                        // other captures of a page's URL
  std::int64_t sites = 0;
  PageCounts counts;  // of learning, only the number of pages; those that cannot be in the sample count each capture
  std::int64_t losses = 0;
  bool stopped = false;  // by the flag, or because nobody reads the output any more; the site in work lacks documents
};

struct MapHooks {
  // Writes all of the bytes. An error ends the run.
  std::function<std::optional<Error>(std::string_view)> write;
  std::function<void(const std::string& path, const ingest::Loss&)> lost;  // what could not be read, when a source ends
  std::function<void(const MapSummary&)> progress;                         // called often; may be empty
  const std::atomic<bool>* stop = nullptr;
};

}  // namespace pith::map
