// What `pith doctor` finds in a page cache, and what it saves of one that SQLite can no longer read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache_reader.h"
#include "crawler_adapter/damaged_files.h"

namespace pith::crawl {

struct DamagedPage {
  std::int64_t id = 0;
  std::string url;   // as far as it can be read
  std::string what;  // "its body has a wrong checksum"
};

struct CacheCheck {
  std::vector<std::string> structure;  // what SQLite finds wrong with tables and indexes; the first ones. Only
                                       // salvage_cache helps then
  std::vector<DamagedPage> pages;      // records and bodies that are not as they were stored
  std::int64_t work = 0;  // damaged links, shapes, summaries, accounts; they can be made anew from the pages
  std::int64_t pages_checked = 0, bodies_checked = 0, bytes_checked = 0;
  bool stopped = false;
};

// Pages done, pages in all (0: not known); false: stop.
using CheckProgress = std::function<bool(std::int64_t, std::int64_t)>;

struct Salvage {
  std::string kept;  // the directory with the damaged files, and the list of what is lost (damaged_files.h)
  std::int64_t pages = 0, bodies = 0;  // of which the record could be read, or the body
  std::int64_t unreadable_bytes = 0;   // that the disk did not give
  std::vector<LostPage> lost;
};

// Writes all pages of a damaged cache that can still be read into a new file, and puts that in the place of the old
// one, which is kept. Pages of which the body or the record is lost are skipped there as "damaged_body", as far as
// their URL can be read from anywhere; a body that is right stays. What was learned from pages is not taken along.
// Killed at any moment it leaves the old cache or the new one, and may be run again. Nobody else may have the cache
// open, and whoever opens it meanwhile waits. Errors: busy, no_cache, those of damaged_files.h, and "unreadable" if no
// page can be read: nothing is changed then.
Result<Salvage> salvage_cache(const CacheOptions& options, const CheckProgress& progress);

class CacheRepair : public CacheReader {
 public:
  explicit CacheRepair(const CacheReader& cache) : CacheReader(cache) {}

  // Reads everything. Writes nothing.
  Result<CacheCheck> check(const CheckProgress& progress = {});
  // Skips these pages as "damaged_body", but for those that are extracted and in the index, with an intact record:
  // their documents stay, as of pages that are evicted. Drops their bodies, but for those that are right: the record is
  // wrong then. Returns how many are skipped.
  Result<std::int64_t> give_up(std::span<const std::int64_t> pages);
  // What was learned from pages is made anew by the next extraction where it is damaged, and so are accounts that
  // cannot be.
  std::optional<Error> drop_damaged_work();
  // The index has no documents of these pages, whatever was recorded: they are to be extracted again.
  std::optional<Error> forget_documents(std::span<const std::int64_t> pages);
  // The index has documents of these pages, which are skipped as "evicted" for want of their bodies: they stay.
  std::optional<Error> keep_documents(std::span<const std::int64_t> pages);
};

}  // namespace pith::crawl
