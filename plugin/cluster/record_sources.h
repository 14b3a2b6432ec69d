// Reads records from several sources, one after the other, to be sorted or mapped.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/inputs/input.h"

namespace pith::map {

// What is read, by a request.
struct Sources {
  std::vector<std::string> paths = {"-"};  // "-": standard input, once
  std::string type;                        // name of the input for all; empty: detected for each
  std::string stdin_name = "-";            // of standard input, in the places of its records
  std::string archives = {};               // of CDX files (ingest::Options)
};

// What became of the records as they were read: records = pages + the sum of left_out.
struct ReadSummary {
  std::int64_t records = 0, pages = 0, losses = 0;
  std::map<std::string, std::int64_t> left_out;  // by reason: records that are no page

  void add(const ingest::Report& report);
};

struct RecordHooks {
  ingest::Reading::Sink page;                                              // an error ends the reading
  std::function<void(const ingest::Report& now)> progress;                 // of the source being read
  std::function<void(const ingest::Report&)> ended;                        // with a source
  std::function<void(const std::string& path, const ingest::Loss&)> lost;  // when a source ends
  // See ingest::Options. If it is set, only files of which it can be told are read.
  std::function<std::optional<Error>(const ingest::Piece&)> found = {};
};

// A record in which all spellings of a URL are one, as a frame (crawler_adapter/inputs/frames.h).
struct SortableRecord {
  std::string site, url;  // in order of site, then URL, then arrival `pith map` takes them
  std::string frame;
};

SortableRecord sortable(crawl::CapturedPage page, const crawl::CacheOptions& options);

// An empty file has no records, whatever its type. Errors: "usage", those of find_input, of opening a source, and of
// `page`.
std::optional<Error> read_records(const Sources& sources, const crawl::CacheOptions& options,
                                  const std::atomic<bool>* stop, const RecordHooks& hooks);

}  // namespace pith::map
