// What the end of a crawl's run means for pages that it did not find, or whose server no longer gives them.
//
// If most of a crawl's pages go in one run, or most of a host's (and at least ten), they are not gone: there is a
// login, a notice, a block. They are held: all stay, and are counted (SiteCounts::held).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/capture_batch.h"

namespace pith::crawl {

// Within one transaction. With `even_most`, nothing is held.
class RunEnd {
 public:
  RunEnd(CacheConnection& cache, const CrawlRun& run, bool even_most)
      : cache_(cache), run_(run), even_most_(even_most), batch_(cache, run) {}

  // Applies the answers for which pages were withdrawn, except those that are held; returns how many are. Redirects in
  // a circle are failures: their pages stay, and so do those below them. `whole`: the run has seen all that it could,
  // so pages that it did not find count, too.
  std::int64_t settle_withdrawals(bool whole);
  // See CacheCapture::retire_unseen.
  Retired retire_unseen();

 private:
  // Pages of a host that are shown: found by the run, or to go because of it.
  struct Pages {
    std::int64_t found = 0, going = 0;
    bool held = false;
  };
  using PagesByHost = std::map<std::string, Pages>;

  PagesByHost count(bool unmet_too);
  void note_held(const PagesByHost& hosts);
  void keep_circles();
  bool leads_back(const std::string& url);

  CacheConnection& cache_;
  const CrawlRun& run_;
  const bool even_most_;
  CaptureBatch batch_;
};

}  // namespace pith::crawl
