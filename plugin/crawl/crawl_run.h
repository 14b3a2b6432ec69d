// One crawl by HTTrack with Pith's plugin.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"

namespace pith::pipeline {

struct CrawlProgress {
  std::int64_t captured = 0, ignored = 0, lost = 0;
  std::int64_t pages = 0, redirects = 0, errors = 0;  // captured
  std::int64_t unanswered = 0;                        // of the errors
  std::int64_t requests = 0;                          // to all servers, of any kind
  std::int64_t waiting = 0;                           // links that HTTrack knows and that nothing has come of so far
};

struct CrawlSummary {
  config::Crawl settings;  // as they were for the start URLs' hosts
  CrawlProgress counts;
  std::vector<std::string> messages;                  // errors that the plugin reported
  std::map<std::string, std::int64_t> statuses = {};  // of the servers' errors: how many were 404, …
  std::int64_t retired = 0;                           // pages of an earlier run that this one did not find
  std::int64_t unmet = 0;                             // not found either, but kept (crawl::Retired)
  std::int64_t held = 0, missing = 0;                 // the same, because the run found less than half
  std::int64_t unreached = 0;                         // not found, and kept: with --allow-removal they would be gone
  bool stopped = false;                               // by an interrupt, a signal, max_pages or a limit of HTTrack
  std::string limit = {};                             // what stopped it, as capture::CrawlEnd names it; often empty
  std::int64_t beyond = 0;                            // links that crawl.depth or crawl.max_pages left out
  std::string elsewhere = {};              // the host that most links lead to, if none leads to a page; else empty
  bool complete = false;                   // ended by itself, nothing was lost or left out
  bool counts_unmet = false;               // pages that it did not find are gone, or held
  std::string failure = {};                // HTTrack's failure, in words; empty: none
  std::string log;                         // HTTrack's log file; empty: HTTrack did not run
  std::vector<std::string> failed_starts;  // start URLs that returned no page: one line each, which and why
  std::int64_t forbidden_links = 0;        // different ones, that robots.txt kept the crawl from
  std::vector<std::string> forbidden;      // by which paths, a line for each server (RobotsCheck)
  double seconds = 0;                      // how long HTTrack ran
  double rate = 0;                         // requests a second that it was allowed; 0: any number
  double crawl_delay = 0;                  // seconds; > 0 if it is the servers' Crawl-delay that limits the rate
};

struct CrawlHooks {
  std::function<void(const CrawlProgress&)> progress;  // a few times a second; may be empty
  std::function<std::optional<Error>()> check = {};    // once the cache is open; its error is the run's
  const std::atomic<bool>* stop = nullptr;             // asks HTTrack to end; captured pages are kept
  bool allow_removal = false;  // pages that it no longer finds are gone, even if most are, or if crawl.depth cut it
  std::string plugin;          // path of libpith_httrack.so; empty: find_plugin("httrack")
};

// Crawls from the URLs (at least one) into the page cache, as `crawl` in the configuration says for their hosts
// (config/crawl_settings.h). Asks the servers' robots.txt first (start_pages.h), then starts `httrack` from the PATH
// and waits. URLs that may not be fetched are among the failed starts; if all are, HTTrack does not run. Only one
// process at a time may run the same crawl; others are refused. Every run fetches everything anew, without HTTrack's
// own cache: with --update, HTTrack 3.49 answers a 404 of a page in its cache with the old copy, so a deleted page
// would never disappear. Errors: "no_plugin", "no_crawler", "bad_url", "sites_differ", "bad_user_agent", "bad_option",
// "crawl" and those of CacheCapture.
Result<CrawlSummary> run_crawl(const config::Config& config, const std::vector<std::string>& urls,
                               const CrawlHooks& hooks = {});

}  // namespace pith::pipeline
