// What indexing would change, without changing anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/cache/page_reason.h"
#include "plugin/index/diff_excerpt.h"
#include "plugin/index/index_hooks.h"

namespace pith::pipeline {

enum class Change : std::uint8_t { changed, added, removed };
std::string_view name_of(Change change);

struct FieldChange {
  std::string name;           // Pith's field name
  std::string before, after;  // cut to about 200 bytes; empty: none
};

// A page whose document would be written or removed.
struct PageChange {
  std::string url, site;
  Change change = Change::changed;
  crawl::PageReason reason = {};         // of a removal
  std::vector<FieldChange> fields = {};  // stored, readable ones in schema order; for a removal, the title
  std::vector<std::string> others = {};  // names of other stored fields that differ: confidence, structure, ...
  DiffExcerpt content = {};
};

struct DryRunSummary {
  std::int64_t examined = 0, extracted = 0;
  std::int64_t changed = 0, added = 0, removed = 0;
  std::int64_t unfolded = 0;      // known duplicates that index.duplicates no longer leaves out; not extracted here
  std::vector<PageChange> pages;  // the first, ordered by site and URL
  bool stopped = false;           // by the flag: the rest was not examined
};

// Extracts what run_index would extract, and compares it with what the index stores. Fetches no siblings, so pages for
// which run_index would fetch some may come out differently. Opens the cache read-only and does not touch the index.
// Keeps the first `limit` changed pages (0: all), at most about 20 kB each. Errors: those of CacheLedger, Searcher,
// Setups and sites_in_scope, and "outdated" (crawler_adapter/cache/cache_ledger.h).
Result<DryRunSummary> dry_run(const config::Config& config, const IndexScope& scope, std::size_t limit,
                              const IndexHooks& hooks = {});

}  // namespace pith::pipeline
