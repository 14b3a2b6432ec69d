// The limits for stored bodies. Private to crawler_adapter.
#pragma once

#include <cstdint>
#include <string>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/cache_connection.h"

namespace pith::crawl {

// The total size of all stored bodies.
std::int64_t stored_bytes(CacheConnection& impl);

// Call inside a write transaction. They drop the oldest bodies beyond the bounds of a site, or of the whole cache,
// except those of pending pages. If pending pages alone exceed a bound, searching for others with every batch would
// take quadratic time: the search is repeated when the excess has grown by a tenth, or with `thorough`.
Pruned evict_of_site(CacheConnection& impl, const std::string& site, bool thorough = false);
Pruned evict_of_all(CacheConnection& impl, bool thorough = false);

}  // namespace pith::crawl
