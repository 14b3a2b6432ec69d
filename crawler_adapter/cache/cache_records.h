// The data types that all users of the page cache share.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"
#include "crawler_adapter/cache/site.h"

namespace pith::crawl {

struct CacheOptions {
  std::string directory;
  SiteMode site_mode = SiteMode::domain;
  std::int64_t max_bytes = 0;  // of stored bodies; 0: no bound
  std::int64_t site_max_bytes = 0;
  std::int64_t site_max_pages = 0;         // pages with a body
  std::int64_t site_max_urls = 0;          // known URLs per site; new ones beyond are only counted as "site_full"
  std::int64_t page_max_bytes = 16 << 20;  // larger bodies are not stored; their pages are skipped as too_large
  std::int64_t page_max_ratio = 1100;      // for callers that decompress what they store
  std::int64_t url_max_bytes = 8192;       // a page with a longer URL is skipped as url_too_long
  bool read_only = false;                  // writing fails ("not_writable"; opening, if it had to write: "outdated");
      // also works in a read-only directory, to which nobody else may write meanwhile
};

// Which crawl a capture belongs to: `crawl` names the crawl (its start URLs), `run` counts its repetitions. Pages of
// the same crawl that a later, complete run no longer finds are gone (see CacheCapture::end_run).
struct CrawlRun {
  std::string crawl;
  std::int64_t run = 0;
};

// The crawl of pages that only the sibling fetch brought. A crawl that finds such a page takes it over.
inline constexpr const char* siblings_crawl = "(siblings)";

// One row, without the body.
struct CachedPage {
  std::int64_t id = 0;
  std::string url, site;
  int status = 0;
  std::string redirect_to;  // normalised; empty if no redirect
  std::string content_type, charset, etag, last_modified;
  std::string robots;  // X-Robots-Tag, one value per line
  std::int64_t fetched = 0;
  std::string digest;       // SHA-256 of the body; empty without a body
  std::int64_t size = 0;    // bytes as received
  std::int64_t stored = 0;  // bytes in the cache; 0 if the body was not stored or was evicted
  PageState state = PageState::pending;
  PageReason reason;
  double confidence = 0;
  bool in_index = false;
  bool held = false;        // it stays, although a run that ended did not find it, or found no more than a notice
  std::string folded_into;  // URL of the page that is indexed in place of this one; empty if not folded
};

struct RunEndOptions {
  bool whole = true;       // the run has seen all that it could
  bool even_most = false;  // pages go, even if most do
  // Pages, by URL, that the run was not to find: they say nothing about the site. May be empty.
  std::function<bool(const std::string&)> is_left_out = {};
  const std::atomic<bool>* stop = nullptr;  // as it ends; null: of a run that was stopped itself
};

// Shown pages that a run of a crawl did not find, or whose server answered otherwise.
struct Retired {
  std::int64_t pages = 0;      // gone, or replaced by what the server answered
  std::int64_t unmet = 0;      // not found, but kept: pages failed that may link to them
  std::int64_t held = 0;       // kept, since most pages would go
  std::int64_t missing = 0;    // of these, pages that the run did not find
  std::int64_t unreached = 0;  // not found, in a run that has not seen all that it could: they stay
};

// What the server of a page answered instead of it in a run, while that does not count (CacheCapture::end_run).
struct Withdrawal {
  int status = 0;           // 0: it failed for now
  std::string redirect_to;  // as the server wrote it
};

// Evicted bodies.
struct Pruned {
  std::int64_t pages = 0, bytes = 0;
};

}  // namespace pith::crawl
