// Which pages of a crawl are known, when one of its runs ends, and which are in doubt (run_end.h).
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/run_notes.h"

namespace pith::crawl {

// `settled`: as in the table `page`.
class RunDoubts {
 public:
  RunDoubts(CacheConnection& cache, const CrawlRun& run);

  // The run brought the page.
  bool is_new(std::int64_t settled) const { return settled == -run_; }
  // An earlier run did, and no wall with it, as far as one knows.
  bool is_known(std::int64_t settled, const std::string& host) const;

 private:
  std::int64_t run_;
  std::set<HostInRun> refusals_;  // of runs that have not ended
  bool all_in_doubt_ = false;     // then none is
};

}  // namespace pith::crawl
