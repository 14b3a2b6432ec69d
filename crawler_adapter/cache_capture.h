// The page cache as crawlers and inputs write it: captured pages, the runs of crawls, and the bounds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "crawler_adapter/cache_reader.h"
#include "crawler_adapter/captured_page.h"

namespace pith::crawl {

struct Retired {
  std::int64_t pages = 0;  // skipped as "gone"
  std::int64_t unmet = 0;  // not met either, but kept because pages failed that others may be behind
};

class CacheCapture : public CacheReader {
 public:
  // Opens or creates. A cache of a newer Pith is refused ("newer_version").
  static Result<CacheCapture> open(const CacheOptions& options);
  explicit CacheCapture(const CacheReader& cache) : CacheReader(cache) {}

  // Stores a batch in one transaction; on an error none of it. The page's account follows at once where no extraction
  // is needed: skipped as "redirect", "http_404", "not_html", "too_large", "empty", "bad_url" or "url_too_long". Of a
  // new page beyond `site_max_urls` there is no record: its site counts it, once each time that it is captured. A
  // failed transfer (status <= 0, 429, 5xx) does not replace a page that was had before, nor does one that was cut and
  // has fewer bytes. Unchanged bytes with the same charset and X-Robots-Tag keep what is known of the page, and so does
  // status 304, which says that they are unchanged; a body that was evicted is kept again where the bounds have room. A
  // capture without a crawl's name leaves a page to the crawl that it belongs to. Then evicts bodies beyond the bounds,
  // those first whose pages were met longest ago, never those of pending pages; it may wait with that while pending
  // pages alone are beyond a bound.
  std::optional<Error> store(std::span<const CapturedPage> pages, const CrawlRun& run = {});

  // A number for the next run of a crawl.
  Result<std::int64_t> begin_run(const std::string& crawl);
  // After a complete run: pages of this crawl that the run did not meet are gone; none if the run met less than half of
  // the pages that the crawl had. If a page failed in the run that was had before, only those are gone that the
  // complete run before did not meet either: what is met through a page that fails must not go with it (an outage is no
  // reason to empty an index), and a page that fails for ever must not keep the others.
  Result<Retired> retire_unseen(const CrawlRun& run);

  // Evicts bodies beyond the bounds of the options, oldest first, never those of pending pages.
  Result<Pruned> evict();
  // The same, then gives the space back to the file system.
  Result<Pruned> prune();

 private:
  explicit CacheCapture(std::shared_ptr<CacheConnection> connection) : CacheReader(std::move(connection)) {}
};

}  // namespace pith::crawl
