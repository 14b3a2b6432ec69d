// What the page cache notes of the runs of crawls: keys of the table `meta`, followed by the name of a crawl.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "crawler_adapter/cache/detail/cache_connection.h"

namespace pith::crawl {

inline constexpr const char* failed_run = "failed:";      // its last run in which a stored page failed
inline constexpr const char* complete_run = "complete:";  // its last complete run
inline constexpr const char* held_run = "held:";          // its last run that held pages, until one holds none

// 0 if none is noted.
std::int64_t noted_run(CacheConnection& cache, const std::string& key);
// Keeps the later one.
void note_run(CacheConnection& cache, const std::string& key, std::int64_t run);
void forget_run(CacheConnection& cache, const std::string& key);

// Whether so many pages that gave way to others, of all that are known, may be a wall's: one now and then is none.
inline bool is_wall(std::int64_t pages, std::int64_t all) { return 10 * pages >= all; }

// Hosts of which a run got others instead of known pages, and those of the others, until it has ended or nothing is
// left that it brought: keys "refused:RUN:HOST" of `meta`, with the number of times.
using HostInRun = std::pair<std::string, std::int64_t>;  // host_of_page.h
// Those of which it was a part of all pages that says something.
std::set<HostInRun> refusals(CacheConnection& cache);
void note_refusal(CacheConnection& cache, const std::string& host, std::int64_t run);
// Those of the run, and of earlier ones that left no page to be settled.
void forget_refusals(CacheConnection& cache, std::int64_t run);

}  // namespace pith::crawl
