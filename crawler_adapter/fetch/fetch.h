// Fetches the page at a URL that the user has given.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

struct FetchOptions {
  std::string user_agent;
  std::size_t max_bytes = 16 << 20;  // of the body, decompressed
  long timeout_seconds = 30;         // total
};

struct FetchedPage {
  std::string url;  // after redirects, as requested from the server
  int status = 0;
  std::string content_type, charset;
  std::string robots;  // X-Robots-Tag (crawler_adapter/page/robots_header.h)
  std::string body;    // content encodings removed
};

// GET with libcurl: http and https only, at most 10 redirects, gzip, deflate and brotli. Any status is returned as a
// page. Errors: "fetch" (with libcurl's message), "too_large".
Result<FetchedPage> fetch(const std::string& url, const FetchOptions& options);

}  // namespace pith::crawl
