// Asks the servers' robots.txt whether a crawler may fetch a URL.
//
// For `pith crawl`: HTTrack looks up the rules for `*` and for `httrack` only, does not know Allow, "*" and "$", and
// fetches start URLs and the targets of redirects whatever they say. So Pith asks before each request, with the parser
// of detail/robots.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/text/url.h"

namespace pith::crawl {

// Keeps robots.txt files between calls. Use from one thread at a time. Each function fetches robots.txt of the URL's
// server if that is not known yet: at most six requests of ten seconds to connect and fifteen in all.
class RobotsCheck {
 public:
  // The user agent is sent; its beginning is the name that rules are looked up by. Private addresses are contacted too:
  // a person has named them. A request under way ends when `stop` is set, and refuses.
  explicit RobotsCheck(std::string user_agent, const std::atomic<bool>* stop = nullptr);
  RobotsCheck(RobotsCheck&&) noexcept;
  ~RobotsCheck();

  struct Refusal {
    std::string why;      // for people: the URL, and the rule with its line, or what went wrong
    bool by_rule = true;  // else the server does not say now what it allows (RFC 9309 §2.3.1.4), or nothing at all
  };
  // Why it may not be fetched; nullopt: it may. O(rules · path) if the server is known.
  std::optional<Refusal> refusal(const Url& url);

  double crawl_delay(const Url& url);  // seconds that the server wants between two requests; 0: any
  // For people: "http://h/robots.txt forbids /a/, /b/, /c/ and 2 more". Empty if it forbids nothing.
  std::string forbidden_paths(const Url& url);

  std::int64_t requests() const;  // made so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::crawl
