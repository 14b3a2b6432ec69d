// What is known of a captured page before anything else is looked at: where it belongs, and whether it can be a page.
#pragma once

#include <cstdint>
#include <string>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::crawl {

inline constexpr const char* no_site = "(no site)";  // of a bad URL

struct CapturedRecord {
  std::string url;          // normalised; of a bad one what stands for it, and for no other URL
  std::string site;         // or no_site
  std::string redirect_to;  // normalised; empty: none, or to `url` itself
  std::string digest, robots;
  std::string content_type, charset, etag, last_modified;
  PageState state = PageState::pending;  // or skipped: there is nothing to extract
  PageReason reason;
};

// Headers and URLs are cut to sizes that can be stored. O(body), for its digest.
CapturedRecord record_of(const CapturedPage& page, const CacheOptions& options);

// The site alone, without the digest.
std::string site_of_record(const CapturedPage& page, const CacheOptions& options);

bool is_success(int status);

// Whether the server may have taken the URL, as it is spelled, for another one than its normal form.
bool is_of_another_spelling(const CapturedPage& page);

}  // namespace pith::crawl
