// Asks a server's robots.txt, before a crawl, whether the crawl may begin at a URL.
//
// A crawler takes its start URLs for what a person asked for: HTTrack fetches them whatever robots.txt says, and only
// then obeys it. So Pith looks first, with the parser of detail/robots.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/text/url.h"

namespace pith::crawl {

struct StartAnswer {
  enum Kind : std::uint8_t {
    allowed,
    disallowed,   // by a rule, or because the server cannot say now what it allows (RFC 9309 §2.3.1.4)
    unreachable,  // there is no server, or it does not answer
  };
  Kind kind = allowed;
  std::string why = {};    // for people, unless allowed: the URL and the rule with its line, or what went wrong
  double crawl_delay = 0;  // seconds that the server wants between two requests; 0: it asks for nothing
  std::vector<std::string> patterns = {};  // of robots.txt: paths that the crawler must not fetch
};

// Keeps robots.txt files between calls. Use from one thread at a time.
class StartCheck {
 public:
  // The user agent is sent; its beginning is the name that rules are looked up by. Private addresses are contacted too:
  // a person has named them.
  explicit StartCheck(std::string user_agent);
  StartCheck(StartCheck&&) noexcept;
  ~StartCheck();

  // Fetches robots.txt of the URL's server, if that is not known yet: at most six requests of ten seconds to connect
  // and thirty in all.
  StartAnswer ask(const Url& url);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::crawl
