// One crawl by HTTrack with Pith's plugin.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"

namespace pith::pipeline {

struct CrawlProgress {
  std::int64_t captured = 0, ignored = 0, lost = 0;
};

struct CrawlSummary {
  CrawlProgress counts;
  std::vector<std::string> messages;  // trouble that the plugin met
  std::int64_t retired = 0;           // pages of an earlier run that this one did not meet
  std::int64_t unmet = 0;             // not met either, but kept (crawl::Retired)
  bool stopped = false;               // by an interrupt, a signal, max_pages or a limit of HTTrack's
  bool complete = false;              // ended by itself, not stopped, and nothing was lost
  std::string failure;                // HTTrack's own, in words; empty for none
  std::string log;                    // HTTrack's log file
};

struct CrawlHooks {
  std::function<void(const CrawlProgress&)> progress;  // a few times a second; may be empty
  const std::atomic<bool>* stop = nullptr;             // asks HTTrack to end; what was captured is kept
  std::string plugin;                                  // path of libpith_httrack.so; empty: find_httrack_plugin()
};

// The plugin beside the running program: ../lib, ../lib/pith or ../lib/*/pith of its directory, or
// $PITH_HTTRACK_PLUGIN. Error "no_plugin" says where was looked.
Result<std::string> find_httrack_plugin();

// Crawls from the URLs (normalised; at least one) as `crawl` of the configuration says, into the page cache. Starts
// `httrack` from the PATH and waits. One process at a time may run the same crawl; another one is refused. Every run
// fetches afresh, without HTTrack's own cache: with --update HTTrack 3.49 answers a 404 of a page that it had with its
// old copy, so a page that is gone would never go. Errors: "no_plugin", "no_crawler", "bad_url", "crawl" and those of
// CacheCapture.
Result<CrawlSummary> run_crawl(const config::Config& config, const std::vector<std::string>& urls,
                               const CrawlHooks& hooks = {});

}  // namespace pith::pipeline
