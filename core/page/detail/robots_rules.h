// The rules for search engines in <meta name="robots"> and in the HTTP header X-Robots-Tag.
#pragma once

#include <string_view>

namespace pith {

// The rules that Pith knows. Of several values the strictest counts, as search engines do it.
struct RobotsRules {
  bool noindex = false;    // "noindex" or "none": the page does not go into the index
  bool nosnippet = false;  // "nosnippet" or "max-snippet:0": a search shows nothing of its content

  bool any() const { return noindex || nosnippet; }
};

// The name under which a page may speak to Pith alone: <meta name="pith">, "X-Robots-Tag: pith: noindex".
inline constexpr std::string_view robots_agent = "pith";

// Adds the rules of a <meta> element's content: a list between commas, in any case. Rules that Pith does not know, or
// that allow something ("all", "index", "nofollow", "noarchive", "max-snippet:50"), change nothing. `unavailable_after`
// is among them: extraction reads no clock. O(bytes).
void add_meta_rules(RobotsRules& rules, std::string_view content);

// The same for the values of X-Robots-Tag, one a line. A rule behind "NAME:" is for the robot of that name, and so are
// those behind it on its line; only those for nobody in particular, and for `robots_agent`, count.
void add_header_rules(RobotsRules& rules, std::string_view lines);

}  // namespace pith
