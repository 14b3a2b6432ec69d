// One HTTP request at a time to servers that nobody vouches for.
//
// libcurl, with every address looked at when it is connected to, with bounds on everything that comes back, and with
// connections kept for the next request. It follows no redirect, sends no cookies and no credentials, asks no proxy
// (the environment's are ignored: a proxy would look names up behind the address check) and speaks nothing but http and
// https.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "crawler_adapter/fetch_reason.h"
#include "crawler_adapter/http_options.h"

namespace pith::crawl {

struct HttpAnswer {
  std::optional<Refusal> failure;  // why there is no answer to use: from private_address to transfer_failed
  int status = 0;                  // 0: none came
  std::string content_type, etag, last_modified, location;
  std::string robots;  // X-Robots-Tag (crawler_adapter/robots_header.h)
  long retry_after_seconds = 0;
  std::string body;  // content encodings removed; empty unless asked for
};

// Use from one thread at a time: so there is one connection per host, kept for the next request.
class HttpClient {
 public:
  explicit HttpClient(HttpOptions options);
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;
  ~HttpClient();

  // Which bodies are wanted, by status and Content-Type; others are dropped as they come.
  using Wanted = std::function<bool(int status, const std::string& content_type)>;
  enum class Overlong { failure, cut };  // what a body over max_body_bytes is

  // GET. The URL is one in normal form (core/text/url.h), and is sent as it is.
  HttpAnswer get(const std::string& url, const Wanted& wanted, std::size_t max_body_bytes,
                 Overlong overlong = Overlong::failure);
  HttpAnswer get(const std::string& url, const Wanted& wanted);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::crawl
