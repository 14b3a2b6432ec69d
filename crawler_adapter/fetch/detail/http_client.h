// Sends one HTTP request at a time, to untrusted servers.
//
// Uses libcurl. Every address is checked when it is connected to, everything received is bounded, and connections are
// kept for the next request. It follows no redirects, sends no cookies or credentials, uses no proxy (those in the
// environment are ignored: a proxy would resolve names after the address check) and speaks only http and https.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "crawler_adapter/fetch/fetch_reason.h"
#include "crawler_adapter/fetch/http_options.h"

namespace pith::crawl {

struct HttpAnswer {
  std::optional<Refusal> failure;  // why there is no usable answer: from private_address to transfer_failed
  int status = 0;                  // 0: no answer
  std::string content_type, etag, last_modified, location;
  std::string robots;  // X-Robots-Tag (crawler_adapter/page/robots_header.h)
  long retry_after_seconds = 0;
  std::string body;  // decoded; empty unless wanted
};

// Use from one thread at a time: each host then has one connection, which is kept for the next request.
class HttpClient {
 public:
  explicit HttpClient(HttpOptions options);
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;
  ~HttpClient();

  // Which bodies are wanted, by status and Content-Type; others are discarded on arrival.
  using Wanted = std::function<bool(int status, const std::string& content_type)>;
  enum class Overlong { failure, cut };  // how to treat a body over max_body_bytes

  // GET. The URL must be normalised (core/text/url.h), and is sent unchanged.
  HttpAnswer get(const std::string& url, const Wanted& wanted, std::size_t max_body_bytes,
                 Overlong overlong = Overlong::failure);
  HttpAnswer get(const std::string& url, const Wanted& wanted);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::crawl
