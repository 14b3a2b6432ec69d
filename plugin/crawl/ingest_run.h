// Brings what inputs read into the page cache.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/inputs/input.h"

namespace pith::ingest {

struct Source {
  std::string path;
  std::string input;  // its name
  Report report;
};

struct Progress {
  std::string path;
  std::size_t source = 0, sources = 0;  // one-based
  std::int64_t records = 0, pages = 0;  // of all sources
  double part = -1;                     // of all bytes; negative: unknown
};

struct Request {
  std::vector<std::string> paths;  // "-": standard input, once
  std::string type;                // name of the input for all; empty: detect for each
  std::string url_prefix;          // see Options
  std::string archives = {};       // see Options
  // A name makes this run one of a crawl with that name: pages that an earlier run brought and a complete run no longer
  // has are gone. Empty: nothing is ever removed.
  std::string crawl;
  // Of such a run: the sources are all of the crawl, though JSON lines, standard input, pipes and devices do not say
  // so; and pages that it no longer has are gone, even if they are most of them.
  bool is_complete = false, allow_removal = false;
};

struct Summary {
  std::vector<Source> sources;
  std::int64_t retired = 0;
  std::int64_t unmet = 0, held = 0, missing = 0;  // not found either, but kept (crawl::Retired)
  bool stopped = false;                           // by the flag; what was read is kept
  bool complete = false;                          // everything was read and nothing was lost, and `open_ended` is empty
  // Of a named crawl: the sources that may be cut short, since nothing says that they are whole.
  std::vector<std::string> open_ended;

  // Sums over the sources.
  std::int64_t total(std::int64_t Report::*count) const;
};

struct Hooks {
  std::function<void(const Progress&)> progress;  // called often; may be empty
  const std::atomic<bool>* stop = nullptr;
  std::function<std::optional<Error>()> check = {};  // once the cache is open; its error is the run's
};

// Examines all sources before reading the first. Pages go to the cache in batches, one transaction each; reading waits
// for it. Holds one batch (8 MB) and one record. Errors: those of find_input and CacheCapture, "usage".
Result<Summary> run_ingest(const config::Config& config, const Request& request, const Hooks& hooks = {});

}  // namespace pith::ingest
