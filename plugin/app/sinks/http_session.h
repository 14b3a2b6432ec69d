// HTTP to one server that the user has named: one request at a time, tried again while that may help.
//
// libcurl: connections are kept, certificates checked, redirects not followed, every request has its time. Proxies of
// the environment are used, as by every other program of the user's.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "plugin/app/sinks/backoff.h"
#include "plugin/app/sinks/sink.h"

namespace pith::sinks {

struct HttpRequest {
  const char* method;  // "GET", "POST", "PUT", "HEAD"
  std::string target;  // "/index/_bulk", behind the server's URL
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
  // Errors: "usage" (no http or https URL, one with a user, a password, a query or a fragment; credentials that do not
  // go together). No message repeats what may be a secret. `api_key_scheme`: what
  // stands before an API key in Authorization; null: the server takes none.
  static Result<HttpSession> open(const SinkOptions& options, const char* api_key_scheme);
  HttpSession(HttpSession&&) noexcept;
  HttpSession& operator=(HttpSession&&) noexcept;
  ~HttpSession();

  // The path of the URL, without "/" at its end; requests' targets come behind it.
  const std::string& path() const;
  // For messages: scheme, host, port and path.
  const std::string& url() const;

  // The server's answer, once it is one: lost connections, time-outs and the statuses 429, 502, 503 and 504 are tried
  // again as `backoff` has it. Any other status comes back, but for 401 and 403 ("unauthorised") and redirects.
  Result<HttpAnswer> ask(const HttpRequest& request, Backoff& backoff);
  // The same with all tries of the options.
  Result<HttpAnswer> ask(const HttpRequest& request);

  Backoff backoff() const;

 private:
  struct Impl;
  explicit HttpSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// What a server says of an error, on one line and cut short.
std::string excerpt(const std::string& text);

}  // namespace pith::sinks
