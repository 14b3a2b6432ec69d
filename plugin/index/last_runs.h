// What the last `pith index` and `pith doctor` found, in two small files in the page cache's directory
// (deploy/manual/formats.md), so that monitors learn it without anybody reading the cache for them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"

namespace pith::pipeline {

// What the last run of `pith index` left, over all sites. Times are seconds since 1970.
struct LastIndexing {
  std::int64_t time = 0;                           // of its end
  std::map<std::string, std::int64_t> pages;       // by state
  std::map<std::string, std::int64_t> skipped;     // by reason, the most frequent ones; `other` has the rest
  std::map<std::string, std::int64_t> redesigned;  // site → when it was noticed last, the latest ones
  std::map<std::string, std::int64_t> held;        // site → crawl::SiteCounts::held, the largest ones
};
inline constexpr std::size_t max_reasons = 50, max_redesigned = 100, max_held = 100;

struct LastDiagnosis {
  std::int64_t time = 0;     // of its end
  std::int64_t damaged = 0;  // findings that are left
};

// Reads the whole cache's counts. Errors: those of CacheLedger, "not_writable".
std::optional<Error> write_last_indexing(crawl::CacheLedger& cache);
// Error "not_writable". Without the directory there is nothing to say.
std::optional<Error> write_last_diagnosis(const std::string& cache_directory, std::int64_t damaged);

// None: there is no such file yet, or it is not what was written.
std::optional<LastIndexing> read_last_indexing(const std::string& cache_directory);
std::optional<LastDiagnosis> read_last_diagnosis(const std::string& cache_directory);

}  // namespace pith::pipeline
