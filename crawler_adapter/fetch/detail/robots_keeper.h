// The robots.txt of each server: fetched when it is first needed, kept for a while (RFC 9309 §2.3, §2.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>

#include "core/text/url.h"
#include "crawler_adapter/fetch/detail/paced_client.h"
#include "crawler_adapter/fetch/detail/robots.h"
#include "crawler_adapter/fetch/fetch_clock.h"

namespace pith::crawl {

struct RobotsKeeperOptions {
  std::string product_token;
  std::int64_t keep_seconds = 24 * 3600;  // §2.4: at most a day
  std::int64_t retry_seconds = 3600;      // after it could not be fetched
};

// Servers are distinguished by scheme, host and port. Use from one thread at a time.
class RobotsKeeper {
 public:
  RobotsKeeper(RobotsKeeperOptions options, PacedClient& client, Clock& clock);

  struct Answer {
    const Robots* rules = nullptr;  // null if nothing may be fetched
    Refusal refusal = {};           // why
    bool silent = false;            // because the server itself gave no answer
  };
  // The rules for this URL; valid until the next call. A 4xx allows everything; any other failure (5xx, 429, no
  // connection, more than five redirects, one to a refused address) is robots_unreachable: nothing may be fetched. If
  // the server's own address is refused, it is private_address. Stricter than the RFC, which permits treating 429 and
  // too many redirects as "allowed". Other refusals are those of PacedClient::wait_turn.
  Answer rules_for(const Url& url);

 private:
  struct Kept {
    std::int64_t until_ms = 0;
    Robots rules = {};
    std::size_t file_bytes = 0;
    std::optional<Refusal> refusal = {};  // why there are no rules
    bool silent = false;
  };
  std::variant<Kept, Refusal> fetch(const Url& origin);  // temporary refusals are not kept

  RobotsKeeperOptions options_;
  PacedClient& client_;
  Clock& clock_;
  std::unordered_map<std::string, Kept> kept_;
  std::size_t kept_bytes_ = 0;  // since all were dropped; replaced files count too
};

// Where the URL's server keeps its rules.
Url robots_url_of(const Url& url);

}  // namespace pith::crawl
