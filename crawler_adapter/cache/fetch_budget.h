// How many requests a site may still get today. Kept by something that outlives the process: the page cache, or a test.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

class FetchBudget {
 public:
  virtual ~FetchBudget() = default;
  // Takes one of the site's `limit` requests for that day (days since 1970, UTC). False: none was left. Called before
  // each request. Several processes may request the same site at once, so checking and taking is one step. On an error
  // the request is not sent.
  virtual Result<bool> take(const std::string& site, std::int64_t day, std::int64_t limit) = 0;
};

}  // namespace pith::crawl
