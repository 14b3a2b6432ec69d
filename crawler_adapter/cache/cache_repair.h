// What `pith doctor` finds in a page cache, and what it saves from one that SQLite can no longer read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_reader.h"
#include "crawler_adapter/cache/damaged_files.h"

namespace pith::crawl {

struct DamagedPage {
  std::int64_t id = 0;
  std::string url;   // the part that can be read
  std::string what;  // "its body has a wrong checksum"

  LostPage as_lost() const { return {url, "page " + std::to_string(id) + ": " + what}; }
};

struct CacheCheck {
  std::vector<std::string> structure;  // the first problems that SQLite finds in tables and indexes. Only
                                       // salvage_cache can help then
  std::vector<DamagedPage> pages;      // pages whose record or body is not as it was stored
  // Damaged links, shapes, summaries and states, which can be recomputed from the pages, and copies of dictionaries.
  std::int64_t work = 0;
  std::int64_t pages_checked = 0, bodies_checked = 0, bytes_checked = 0;
  bool stopped = false;
};

// Arguments: pages done, pages in all (0: unknown). Return false to stop.
using CheckProgress = std::function<bool(std::int64_t, std::int64_t)>;

struct Salvage {
  std::string kept;  // the directory with the damaged files and the list of lost pages (damaged_files.h)
  std::int64_t pages = 0, bodies = 0;  // readable records, readable bodies
  std::int64_t unreadable_bytes = 0;   // that the disk could not read
  std::vector<LostPage> lost;
};

// Copies all readable pages of a damaged cache to a new file, which replaces the old one; the old one is kept. Pages
// whose body or record is lost become skipped as "damaged_body" there if their URL can still be read anywhere; an
// intact body stays. What was learned from pages is not copied. If killed at any moment, it leaves the old cache or the
// new one, and can be run again. Nobody else may have the cache open, and whoever opens it meanwhile waits. Errors:
// busy, no_cache, those of damaged_files.h, and "unreadable" if no page can be read: then nothing changes.
Result<Salvage> salvage_cache(const CacheOptions& options, const CheckProgress& progress);

class CacheRepair : public CacheReader {
 public:
  explicit CacheRepair(const CacheReader& cache) : CacheReader(cache) {}

  // Reads everything, writes nothing.
  Result<CacheCheck> check(const CheckProgress& progress = {});
  // Skips these pages as "damaged_body", except extracted pages that are in the index and have an intact record: their
  // documents stay, as for evicted pages. Drops their bodies, except intact ones (then the record is wrong). Returns
  // how many are skipped.
  Result<std::int64_t> give_up(std::span<const std::int64_t> pages);
  // Drops damaged data that was learned from pages, and impossible states. The next extraction recomputes them.
  std::optional<Error> drop_damaged_work();
  // The index has no documents of these pages, whatever was recorded: they must be extracted again.
  std::optional<Error> forget_documents(std::span<const std::int64_t> pages);
  // The index has documents of these pages, which have no bodies: they become skipped as "evicted", and the documents
  // stay.
  std::optional<Error> keep_documents(std::span<const std::int64_t> pages);
};

}  // namespace pith::crawl
