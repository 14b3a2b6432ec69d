// What all who use the page cache hand to it or get from it.
#pragma once

#include <cstdint>
#include <string>

#include "crawler_adapter/account.h"
#include "crawler_adapter/page_reason.h"
#include "crawler_adapter/site.h"

namespace pith::crawl {

struct CacheOptions {
  std::string directory;
  SiteMode site_mode = SiteMode::domain;
  std::int64_t max_bytes = 0;  // of stored bodies; 0: no bound
  std::int64_t site_max_bytes = 0;
  std::int64_t site_max_pages = 0;         // with a body
  std::int64_t site_max_urls = 0;          // known of a site; new ones beyond are only counted, as skipped: "site_full"
  std::int64_t page_max_bytes = 16 << 20;  // larger bodies are not stored; the page is skipped as too_large
  std::int64_t page_max_ratio = 1100;      // for those who unpack what they store
  std::int64_t url_max_bytes = 8192;       // a page with a longer URL is skipped as url_too_long
  bool read_only = false;  // what would write fails instead ("not_writable"; opening, if it had to: "outdated");
                           // also in a directory that cannot be written to, where nobody else may write meanwhile
};

// Which crawl a capture belongs to: `crawl` names the crawl (its start URLs), `run` counts its repetitions. Pages of
// the same crawl that a later, complete run no longer meets are gone (see retire_unseen).
struct CrawlRun {
  std::string crawl;
  std::int64_t run = 0;
};

// The crawl of the pages that nothing but the sibling fetch brought. A crawl that meets such a page makes it its own.
inline constexpr const char* siblings_crawl = "(siblings)";

// One row, without the body.
struct CachedPage {
  std::int64_t id = 0;
  std::string url, site;
  int status = 0;
  std::string redirect_to;  // normalised; empty if none
  std::string content_type, charset, etag, last_modified;
  std::string robots;  // X-Robots-Tag, one value a line
  std::int64_t fetched = 0;
  std::string digest;       // SHA-256 of the body; empty without one
  std::int64_t size = 0;    // bytes as received
  std::int64_t stored = 0;  // bytes in the cache; 0 if the body was not kept or was evicted
  Account account = Account::pending;
  PageReason reason;
  double confidence = 0;
  bool in_index = false;
  std::string folded_into;  // URL of the page that is indexed instead of this one; empty if there is none
};

// Bodies that were evicted.
struct Pruned {
  std::int64_t pages = 0, bytes = 0;
};

}  // namespace pith::crawl
