// The bounds on stored bodies. Private to crawler_adapter.
#pragma once

#include <cstdint>
#include <string>

#include "crawler_adapter/cache_records.h"
#include "crawler_adapter/detail/cache_connection.h"

namespace pith::crawl {

// Of all bodies.
std::int64_t stored_bytes(CacheConnection& impl);

// Inside of a write transaction: drop the oldest bodies beyond the bounds of a site, and of the whole cache, that
// belong to no pending page. Where pending pages alone are beyond a bound, looking for others with every batch would
// take quadratic time: it is done again when the excess has grown by a tenth, or with `thorough`.
Pruned evict_of_site(CacheConnection& impl, const std::string& site, bool thorough = false);
Pruned evict_of_all(CacheConnection& impl, bool thorough = false);

}  // namespace pith::crawl
