#include "core/page/detail/robots_rules.h"

#include "core/text/ascii.h"

namespace pith {
namespace {

// "noindex", "max-snippet: 0"; several words if the author forgot the commas. In lower case.
void add_rule(RobotsRules& rules, std::string_view rule) {
  if (const std::size_t colon = rule.find(':'); colon != std::string_view::npos) {
    if (trim_ascii(rule.substr(0, colon)) == "max-snippet" && trim_ascii(rule.substr(colon + 1)) == "0")
      rules.nosnippet = true;
    return;
  }
  each_part(rule, ascii_spaces, [&](std::string_view word) {
    if (word == "noindex" || word == "none") rules.noindex = true;
    if (word == "nosnippet") rules.nosnippet = true;
    if (word == "nofollow" || word == "none") rules.nofollow = true;
  });
}

// Rules with a value after a colon: their names are not a robot's.
bool takes_value(std::string_view name) { return name == "unavailable_after" || name.starts_with("max-"); }

// Splits "pith: noindex" into the robot's name and the rule. Names have no spaces; the dates of unavailable_after,
// which are split at their commas, do.
std::string_view take_agent(std::string_view& rule) {
  const std::size_t colon = rule.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view name = trim_ascii(rule.substr(0, colon));
  if (name.empty() || name.find_first_of(ascii_spaces) != std::string_view::npos || takes_value(name)) return {};
  rule = trim_ascii(rule.substr(colon + 1));
  return name;
}

}  // namespace

void add_meta_rules(RobotsRules& rules, std::string_view content) {
  each_part(lower_ascii(content), ",;", [&](std::string_view rule) { add_rule(rules, rule); });
}

void add_header_rules(RobotsRules& rules, std::string_view lines) {
  each_part(lower_ascii(lines), "\n", [&](std::string_view line) {
    bool ours = true;
    each_part(line, ",", [&](std::string_view rule) {
      if (const std::string_view agent = take_agent(rule); !agent.empty()) ours = agent == robots_agent;
      if (ours) add_rule(rules, rule);
    });
  });
}

}  // namespace pith
