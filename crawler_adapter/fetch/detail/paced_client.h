// HTTP requests at a pace that servers can bear.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/text/url.h"
#include "crawler_adapter/fetch/detail/http_client.h"
#include "crawler_adapter/fetch/fetch_clock.h"

namespace pith::crawl {

struct PaceOptions {
  std::int64_t delay_ms = 0;         // between the end of a request to a host and the next one
  std::int64_t backoff_seconds = 0;  // pause for a host that is down or says that there are too many requests
};

// An HttpClient that waits between requests. A request takes two calls: wait_turn, then get. Use from one thread at a
// time.
class PacedClient {
 public:
  PacedClient(HttpOptions http, const PaceOptions& pace, Clock& clock);

  // No turn begins after this moment (Clock::steady_ms).
  void set_deadline(std::int64_t steady_ms) { deadline_ms_ = steady_ms; }

  // Waits until the next request to the host is allowed: the pace's delay, or `delay_ms` if that is longer. Refusals:
  // host_backoff, time_used_up or interrupted.
  std::optional<Refusal> wait_turn(const Url& url, std::int64_t delay_ms = 0);

  // Like HttpClient::get. A 429, a 503 (Retry-After counts, up to a day), a timeout or a failed connection starts the
  // backoff.
  HttpAnswer get(const Url& url, const HttpClient::Wanted& wanted);
  HttpAnswer get_beginning(const Url& url, const HttpClient::Wanted& wanted, std::size_t bytes);  // cuts off the rest

  std::int64_t requests() const { return requests_; }  // made so far

 private:
  struct Host {
    std::int64_t asked_ms = 0;  // end of the last request
    std::int64_t backoff_until_ms = INT64_MIN;
  };
  HttpAnswer note(const Url& url, HttpAnswer answer);
  void forget_old_hosts();

  HttpClient client_;
  PaceOptions pace_;
  Clock& clock_;
  std::int64_t deadline_ms_ = INT64_MAX, requests_ = 0;
  std::unordered_map<std::string, Host> hosts_;
};

}  // namespace pith::crawl
