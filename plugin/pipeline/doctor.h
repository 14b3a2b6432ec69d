// Looks for damage in the page cache and the index, and puts right what can be.
//
//   auto found = pith::pipeline::examine(config, hooks);
//   if (found && !found->healthy()) {
//     auto done = pith::pipeline::repair(config, *found, hooks);
//     run_index(config);                    // what repair() made pending, or all of it
//     found = examine(config, hooks);       // pages that a cache has lost are found out by what its index still has
//   }
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/result.h"

namespace pith::pipeline {

struct Finding {
  std::string where;   // a file, or the URL of a page
  std::string what;    // "of stored pages, has a wrong checksum"
  std::string repair;  // what --repair does about it
};

struct Diagnosis {
  std::vector<Finding> findings;
  std::vector<std::string> notes;                                // no damage, but good to know
  std::int64_t pages = 0, bodies = 0, files = 0, documents = 0;  // that were looked at
  bool stopped = false;
  bool healthy() const { return findings.empty() && !stopped; }

  // For repair().
  bool salvage = false, rebuild = false, drop_work = false, drop_log = false, drop_hint = false;
  std::vector<std::int64_t> damaged;  // pages
  std::vector<std::int64_t> missing;  // pages that the index should have
  std::vector<std::string> unknown;   // URLs that it has and should not
};

struct LostPage {
  std::string url;  // empty if nothing names it any more
  std::string what;
};

struct Repaired {
  std::vector<std::string> done;
  std::vector<LostPage> lost;
};

struct DoctorHooks {
  std::function<void(const std::string& what, std::int64_t done, std::int64_t total)> progress;  // total 0: not known
  const std::atomic<bool>* stop = nullptr;
};

// Reads all of the cache and all of the index. Writes nothing but what the index's checksums remember of unharmed
// files. While others write to the index, it is not compared with the cache. Errors: what keeps it from looking, not
// what it finds.
Result<Diagnosis> examine(const config::Config& config, const DoctorHooks& hooks = {});

// Nobody else may use cache or index. What is damaged is kept beside its replacement.
Result<Repaired> repair(const config::Config& config, const Diagnosis& diagnosis, const DoctorHooks& hooks = {});

}  // namespace pith::pipeline
