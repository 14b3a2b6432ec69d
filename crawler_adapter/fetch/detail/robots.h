// What a robots.txt says to one crawler: RFC 9309, and Crawl-delay.
//
// Our own parser, because libwget's, the only one that Debian has in a library, does less than RFC 9309 requires: it
// uses the first group that fits instead of all that name the crawler, accepts longer names as ours, drops all rules at
// an empty Disallow, and does not know Allow, "*", byte order marks, or white space and comments in a line. Most of
// these faults fetch disallowed pages (the sections "libwget" of tests/fixtures/robots/rfc9309.txt), and code that
// corrects them beforehand would have to parse the whole file itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::crawl {

// Immutable after parsing: thread-safe.
class Robots {
 public:
  // Reads any bytes; lines that are not rules are ignored (§2.2), and so are rules before the first group. All groups
  // that name `product_token` apply together; without any, those for "*"; without those, nothing is disallowed. Names
  // are compared ignoring case, up to the first character that names cannot contain: "Pith/1.0" is Pith.
  static Robots parse(std::string_view text, std::string_view product_token);

  struct Rule {
    std::string pattern;  // escapes normalised; no two "*" in a row
    bool allow = false;
    std::size_t line = 0;  // of the file, from 1
  };

  // The rule that decides about the path, with its query if any ("/a?b"): the longest matching one, Allow if two are
  // equally long (§2.2.2). Null if none matches. "*" and "$" are supported, escapes are compared in normalised form.
  // O(rules · path).
  const Rule* deciding_rule(std::string_view path_and_query) const;

  // Whether it may be fetched. /robots.txt itself is always allowed.
  bool allows(std::string_view path_and_query) const;

  // Seconds between two requests; the longest delay in the groups. 0: none.
  double crawl_delay() const { return crawl_delay_; }

  const std::vector<Rule>& rules() const { return rules_; }

 private:
  std::vector<Rule> rules_;
  double crawl_delay_ = 0;
};

// The name of a user agent in a robots.txt: "Pith/0.1 (+https://...)" → "Pith". Empty if it does not begin with a name.
std::string_view product_token(std::string_view user_agent);

// RFC 9309 §2.5: a parser must read at least this much of a file; the rest is ignored.
inline constexpr std::size_t robots_max_bytes = 500 * 1024;

}  // namespace pith::crawl
