// The start URLs of a crawl: whether it may begin there, and what came of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "core/base/result.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/cache_reader.h"
#include "crawler_adapter/fetch/robots_check.h"

namespace pith::pipeline {

// The URLs in normal form; a text without a scheme is taken for http. Error "bad_url": one is not an http or https URL, or
// there is none.
Result<std::vector<Url>> parse_start_urls(const std::vector<std::string>& texts);

// "bad_user_agent" if crawl.user_agent is still the example and a URL is not on this machine: the site's owner could
// not reach whoever crawls it.
std::optional<Error> check_contact(const config::Crawl& crawl, const std::vector<Url>& urls);

struct StartPermission {
  std::vector<Url> allowed;
  std::vector<crawl::RobotsCheck::Refusal> refused;  // one for each other URL, in their order
  bool keeps_to_robots = false;                      // Pith does, in place of the crawler
  std::int64_t requests = 0;                         // for robots.txt
  double delay = 0;  // seconds between two requests that the servers of the allowed ones want
};

// Asks each server's robots.txt, unless crawl.robots is off, or the crawler uses a proxy, which Pith does not. Setting
// `stop` ends it within a second; what was not asked is refused.
StartPermission ask_permission(const config::Crawl& crawl, const std::vector<Url>& urls,
                               const std::atomic<bool>* stop = nullptr);

struct FailedStart {
  std::string why;        // for people, one line: which URL, the reason and what HTTrack logged about it
  bool answered = false;  // the server says that there is no page any more, so that trying again will not help
};

// What is known of a run of HTTrack that is over.
struct EndedRun {
  crawl::CrawlRun run;
  std::int64_t begun = 0;                             // seconds since 1970
  std::string log_file;                               // HTTrack's
  std::map<std::string, std::string> types, refused;  // of the first answers and URLs: capture::CrawlEnd
};

// Of start URLs that a crawl has tried, those that returned no page. Before the run has been ended in the cache.
Result<std::vector<FailedStart>> find_failed_starts(crawl::CacheReader& cache, const std::vector<Url>& urls,
                                                    const EndedRun& ended);

// After indexing: of start URLs that brought a page, those that no search finds. One line each, for people, with the
// reason.
Result<std::vector<std::string>> find_unreadable_starts(crawl::CacheReader& cache, const std::vector<Url>& urls);

}  // namespace pith::pipeline
