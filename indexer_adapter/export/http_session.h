// HTTP to one server that the user named: one request at a time, retried as long as that may help.
//
// With libcurl: connections are kept, certificates checked, redirects not followed, every request has a time limit.
// Uses the proxies of the environment, like the user's other programs.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/export/backoff.h"
#include "indexer_adapter/export/sink.h"

namespace pith::sinks {

struct HttpRequest {
  const char* method;  // "GET", "POST", "PUT", "HEAD"
  std::string target;  // "/index/_bulk", appended to the server's URL
  std::string body = {};
  const char* content_type = "application/json";
  std::chrono::milliseconds timeout{0};  // 0: the options'
};

struct HttpAnswer {
  int status = 0;
  std::string body;
};

class HttpSession {
 public:
  // Errors: "usage" (not an http or https URL, or one with a user, a password, a query or a fragment; credentials that
  // do not go together). No message repeats a possible secret. `api_key_scheme`: what precedes an API key in
  // Authorization; null: the server has no API keys.
  static Result<HttpSession> open(const SinkOptions& options, const char* api_key_scheme);
  HttpSession(HttpSession&&) noexcept;
  HttpSession& operator=(HttpSession&&) noexcept;
  ~HttpSession();

  // The path of the URL without a final "/"; requests' targets are appended to it.
  const std::string& path() const;
  // For messages: scheme, host, port and path.
  const std::string& url() const;

  // The server's answer, once there is one: lost connections, time-outs and the statuses 429, 502, 503 and 504 are
  // retried as `backoff` says. Any other status is returned, except 401 and 403 ("unauthorised") and redirects.
  Result<HttpAnswer> ask(const HttpRequest& request, Backoff& backoff);
  // The same with all tries of the options.
  Result<HttpAnswer> ask(const HttpRequest& request);

  Backoff backoff() const;

 private:
  struct Impl;
  explicit HttpSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// A server's error message, on one line and cut short.
std::string excerpt(const std::string& text);

}  // namespace pith::sinks
