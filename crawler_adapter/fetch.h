// One page over HTTP, for a person who names it.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

struct FetchOptions {
  std::string user_agent;
  std::size_t max_bytes = 16 << 20;  // of the body, unpacked
  long timeout_seconds = 30;         // in all
};

struct FetchedPage {
  std::string url;  // after redirects, as the server was asked
  int status = 0;
  std::string content_type, charset;
  std::string robots;  // X-Robots-Tag (crawler_adapter/robots_header.h)
  std::string body;    // content encodings removed
};

// GET by libcurl: http and https only, at most 10 redirects, gzip, deflate and brotli. Any status comes back as a page.
// Errors: "fetch" (with libcurl's words), "too_large".
Result<FetchedPage> fetch(const std::string& url, const FetchOptions& options);

}  // namespace pith::crawl
