// Looks for damage in the page cache and the index, and repairs what it can.
//
//   auto found = pith::pipeline::examine(config, CacheAccess::bring_up_to_date, hooks);
//   if (found && !found->healthy()) {
//     pith::pipeline::Repaired done;
//     auto error = pith::pipeline::repair(config, *found, done, hooks);
//     run_index(config);                    // what repair() made pending, or everything
//     found = examine(config, ...);         // what a cache has lost shows in what its index still has
//   }
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/damaged_files.h"
#include "plugin/site/cached_page.h"

namespace pith::pipeline {

struct Finding {
  std::string where;   // a file, or the URL of a page
  std::string what;    // "of stored pages, has a wrong checksum"
  std::string repair;  // what --repair would do about it
};

// What --repair can do, in this order.
enum class RepairStep : std::uint8_t {
  salvage_cache,         // copies the readable rows of a page cache that SQLite cannot read whole
  drop_learned,          // drops what was learned from pages
  drop_log,              // moves the cache's damaged log aside
  rebuild_index,         // moves the index aside: all pages are pending then
  drop_newest_commit,    // removes segments.gen, which is not needed
  drop_index_identity,   // removes the damaged file that names the index's page cache
  write_index_identity,  // names the index's page cache
};

struct RepairPlan {
  std::set<RepairStep> steps;
  std::vector<crawl::DamagedPage> damaged;
  std::vector<std::int64_t> missing;     // pages that the index should have
  std::vector<std::int64_t> kept;        // pages without a body whose documents it has
  std::vector<crawl::LostPage> unknown;  // documents that it has but should not, and why
  std::vector<crawl::LostPage> gone;     // pages that both have lost
  std::optional<Error> beyond_repair;    // only the user can fix this

  bool has(RepairStep step) const { return steps.contains(step); }
};

struct Diagnosis {
  std::vector<Finding> findings;
  std::vector<std::string> notes;                                // no damage, but good to know
  std::int64_t pages = 0, bodies = 0, files = 0, documents = 0;  // examined
  bool stopped = false;
  RepairPlan plan;

  bool healthy() const { return findings.empty() && !stopped; }
};

struct Repaired {
  std::vector<std::string> done;
  std::vector<crawl::LostPage> lost;
  std::vector<std::string> lists;  // files that list everything lost
};

struct DoctorHooks {
  std::function<void(const std::string& what, std::int64_t done, std::int64_t total)> progress;  // total 0: unknown
  const std::atomic<bool>* stop = nullptr;
};

// Reads the whole cache and the whole index. With CacheAccess::read_only it writes only what the index's checksums
// record about intact files. Keeps others from writing to the index meanwhile; if somebody already does, the index is
// not compared with the cache. Errors: what prevents the examination, not what it finds.
Result<Diagnosis> examine(const config::Config& config, CacheAccess access, const DoctorHooks& hooks = {});

// Nobody else may use cache or index. Damaged files are kept beside their replacement, and so is an index that
// documents are removed from. Adds what it has done to `out`, even if it ends with an error; each loss is in a list on
// the disk before it happens, or can be found again.
std::optional<Error> repair(const config::Config& config, const Diagnosis& diagnosis, Repaired& out,
                            const DoctorHooks& hooks = {});

}  // namespace pith::pipeline
