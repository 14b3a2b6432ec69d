// The rules for search engines in <meta name="robots"> and in the HTTP header X-Robots-Tag.
#pragma once

#include <string_view>

namespace pith {

// The rules that Pith knows. If there are several values, the strictest counts, as with search engines.
struct RobotsRules {
  bool noindex = false;    // "noindex" or "none": the page is not indexed
  bool nosnippet = false;  // "nosnippet" or "max-snippet:0": a search shows none of its content

  bool nofollow = false;  // "nofollow" or "none": a crawler follows none of the page's links

  // Whether they concern the index.
  bool any() const { return noindex || nosnippet; }
};

// The name by which a page can address Pith alone: <meta name="pith">, "X-Robots-Tag: pith: noindex".
inline constexpr std::string_view robots_agent = "pith";

// Adds the rules in a <meta> element's content: a comma-separated list, in any case. Rules that Pith does not know, or
// that allow something ("all", "index", "noarchive", "max-snippet:50"), change nothing. Neither does
// `unavailable_after`: extraction reads no clock. O(bytes).
void add_meta_rules(RobotsRules& rules, std::string_view content);

// The same for the values of X-Robots-Tag, one per line. "NAME:" limits the rules after it on its line to the robot of
// that name; only rules without a name, and those for `robots_agent`, count.
void add_header_rules(RobotsRules& rules, std::string_view lines);

}  // namespace pith
