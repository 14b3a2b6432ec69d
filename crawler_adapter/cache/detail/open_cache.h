// Opens the page cache: makes its file, or brings an older one up to date (cache_schema.h).
#pragma once

#include <memory>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/cache_connection.h"

namespace pith::crawl {

// Converts an older file, and assigns pages to sites anew if `cache.site` has changed. Errors: those of CacheReader;
// "newer_version"; "damaged" also if a bit of the version has flipped, or a salvage was interrupted; "outdated" if there
// is something to do and the cache is opened for reading only.
Result<std::shared_ptr<CacheConnection>> open_connection(const CacheOptions& options);

}  // namespace pith::crawl
