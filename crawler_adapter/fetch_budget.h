// How often a site may still be asked today. Kept by whoever outlives the process: the page cache, or a test.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

class FetchBudget {
 public:
  virtual ~FetchBudget() = default;
  // Takes one of the site's `limit` requests of that day (days since 1970, UTC). False: none is left, nothing was
  // taken. Called before each request; several processes may ask for the same site at once, so looking and taking is
  // one step. On an error the request is not made.
  virtual Result<bool> take(const std::string& site, std::int64_t day, std::int64_t limit) = 0;
};

}  // namespace pith::crawl
