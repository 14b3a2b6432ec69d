// Looks for damage in the page cache and the index, and puts right what can be.
//
//   auto found = pith::pipeline::examine(config, CacheAccess::bring_up_to_date, hooks);
//   if (found && !found->healthy()) {
//     pith::pipeline::Repaired done;
//     auto error = pith::pipeline::repair(config, *found, done, hooks);
//     run_index(config);                    // what repair() made pending, or all of it
//     found = examine(config, ...);         // pages that a cache has lost are found out by what its index still has
//   }
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/damaged_files.h"
#include "plugin/app/pipeline/cached_page.h"

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
  bool salvage = false, rebuild = false, identify = false, drop_work = false, drop_log = false, drop_hint = false;
  bool drop_name = false;
  std::vector<std::int64_t> damaged;     // pages
  std::vector<std::int64_t> missing;     // pages that the index should have
  std::vector<std::int64_t> kept;        // pages without a body of which it has the document
  std::vector<crawl::LostPage> unknown;  // documents that it has and should not, and why
  std::vector<crawl::LostPage> gone;     // pages of which neither has anything
  std::optional<Error> beyond_repair;    // nobody but the user can put this right
};

struct Repaired {
  std::vector<std::string> done;
  std::vector<crawl::LostPage> lost;
  std::vector<std::string> lists;  // files with all that is lost
};

struct DoctorHooks {
  std::function<void(const std::string& what, std::int64_t done, std::int64_t total)> progress;  // total 0: not known
  const std::atomic<bool>* stop = nullptr;
};

// Reads all of the cache and all of the index. With CacheAccess::read_only it writes nothing but what the index's
// checksums remember of unharmed files. Keeps others from writing to the index meanwhile; where somebody does already,
// it is not compared with the cache. Errors: what keeps it from looking, not what it finds.
Result<Diagnosis> examine(const config::Config& config, CacheAccess access, const DoctorHooks& hooks = {});

// Nobody else may use cache or index. What is damaged is kept beside its replacement, and so is an index that documents
// are removed from. Adds to `out` what it has done, also where it ends with an error; each loss is in a list on the
// disk before it happens, or can be found out again.
std::optional<Error> repair(const config::Config& config, const Diagnosis& diagnosis, Repaired& out,
                            const DoctorHooks& hooks = {});

}  // namespace pith::pipeline
