// What a robots.txt says to one crawler: RFC 9309, and Crawl-delay.
//
// Own code, because the one parser that Debian has as a library, libwget's, reads less than RFC 9309 asks: it takes the
// first group that fits instead of all that name the crawler, a longer name for ours, drops all rules at an empty
// Disallow, and knows neither Allow and "*" nor a byte order mark, white space or comments in a line. Most of these
// fetch what is forbidden (the sections "libwget" of tests/fixtures/robots/rfc9309.txt), and whoever mends them in
// front of it has read the whole file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::crawl {

// Immutable after parsing: thread-safe.
class Robots {
 public:
  // Reads any bytes; what is no rule is passed over (§2.2), rules before the first group too. The groups that name
  // `product_token` apply, all of them together; if there is none, those for "*"; if there is none either, nothing is
  // forbidden. Names are compared without regard to case, up to the first character that no name has: "Pith/1.0" is
  // Pith.
  static Robots parse(std::string_view text, std::string_view product_token);

  // Whether the path, with its query if it has one ("/a?b"), may be fetched: the longest rule that matches decides,
  // Allow among equals (§2.2.2); "*" and "$" count, escapes are compared in one form. /robots.txt itself always may.
  // O(rules · path).
  bool allows(std::string_view path_and_query) const;

  // Seconds between two requests; the longest that the groups name. 0: none.
  double crawl_delay() const { return crawl_delay_; }

  struct Rule {
    std::string pattern;  // escapes in one form; no two "*" in a row
    bool allow = false;
  };
  const std::vector<Rule>& rules() const { return rules_; }

 private:
  std::vector<Rule> rules_;
  double crawl_delay_ = 0;
};

// The name by which a robots.txt knows a user agent: "Pith/0.1 (+https://...)" → "Pith". Empty if it begins with none.
std::string_view product_token(std::string_view user_agent);

// RFC 9309 §2.5: a parser reads at least so much of a file; what comes after is not looked at.
inline constexpr std::size_t robots_max_bytes = 500 * 1024;

}  // namespace pith::crawl
