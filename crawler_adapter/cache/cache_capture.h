// The part of the page cache that crawlers and inputs write: captured pages, crawl runs, and the bounds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_reader.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::crawl {

class CacheCapture : public CacheReader {
 public:
  // Opens or creates the cache. A cache written by a newer Pith is rejected ("newer_version").
  static Result<CacheCapture> open(const CacheOptions& options);
  explicit CacheCapture(const CacheReader& cache) : CacheReader(cache) {}

  // Stores a batch in one transaction; on an error, nothing is stored. Pages that need no extraction get their state
  // at once: skipped as "redirect", "redirect_to_itself", "other_spelling", "http_404", "not_html", "too_large",
  // "empty", "bad_url" or "url_too_long". A redirect to another spelling of its own URL never replaces a page, and what
  // another spelling brought never replaces anything. A new page beyond `site_max_urls` gets no record: its site counts
  // it each time it is captured. A failed transfer (status <= 0, 408, 425, 429, 5xx) does not replace a stored page or
  // redirect, and neither does a cut one with fewer bytes, or one that redirects to itself. Unchanged bytes with the
  // same charset and X-Robots-Tag keep what is known about the page, and so does status 304 (unchanged); an evicted
  // body is stored again if the bounds have room. A capture without a crawl's name leaves a page in the crawl that it
  // belongs to. Then evicts bodies beyond the bounds, least recently crawled pages first, never those of pending pages;
  // it may postpone this while pending pages alone exceed a bound.
  std::optional<Error> store(std::span<const CapturedPage> pages, const CrawlRun& run = {});

  // The run found these pages, and could not keep what came: what is known of them stays, as after a failed transfer.
  // "": a page whose URL is not known.
  std::optional<Error> note_unkept(std::span<const std::string> urls, const CrawlRun& run);

  // The number for the next run of a crawl.
  Result<std::int64_t> begin_run(const std::string& crawl);
  // After a run, complete or not. Until then, a page whose server answered otherwise (a redirect, 4xx), or with bytes
  // that differing pages share, stays as it was; now what came replaces it. After a run that has seen all that it
  // could, pages that it did not find become gone. But if most of the crawl's pages go, or most of a host's, they are
  // held: they stay, and are counted (SiteCounts::held). If a page failed in the run that was there before, only those
  // become gone that the previous complete run did not find either: pages that are linked only from a failing page must
  // not disappear with it (an outage must not empty the index), but a page that fails forever must not keep them
  // either. Error "interrupted": the run counts as one that was killed.
  Result<Retired> end_run(const CrawlRun& run, const RunEndOptions& options = {});

  // Evicts bodies beyond the bounds in the options, oldest first, never those of pending pages.
  Result<Pruned> evict();
  // The same, then returns the space to the file system.
  Result<Pruned> prune();

 private:
  explicit CacheCapture(std::shared_ptr<CacheConnection> connection) : CacheReader(std::move(connection)) {}
};

}  // namespace pith::crawl
