#include "crawler_adapter/fetch/detail/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <system_error>

#include "core/text/ascii.h"
#include "core/text/percent.h"

namespace pith::crawl {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_one_of(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

struct Line {
  std::string_view key, value;
  std::size_t number = 0;
};

// Removes one line from the text and returns it, without comments and white space around key and value. Lines without a
// colon give an empty key. A line ends with CR, LF or both.
Line take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  std::string_view line = text.substr(0, end);
  const bool both = text.substr(end, 2) == "\r\n";
  text.remove_prefix(std::min(end + (both ? 2 : 1), text.size()));
  line = line.substr(0, line.find('#'));
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
}

// Normalises escapes so that bytes can be compared: in upper case, and only for characters that have a meaning in URLs
// or are not allowed in them. Parentheses and "+" are compared unescaped, because crawlers change them on the way. "*"
// and "$" are escaped, except where they are special in a pattern.
std::string one_form(std::string_view text, bool is_pattern) {
  const auto is_plain = [](char c) { return is_unreserved(c) || is_one_of("()+", c); };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const auto escaped = escape_at(text, i)) {
      if (is_plain(*escaped))
        out += *escaped;
      else
        append_escape(out, *escaped);
      i += 2;
    } else if (is_pattern && text[i] == '*') {
      if (!out.ends_with('*')) out += '*';
    } else if ((is_pattern && text[i] == '$' && i + 1 == text.size()) || is_plain(text[i]) ||
               is_one_of("!&',;=:@/?%", text[i])) {
      out += text[i];
    } else {
      append_escape(out, text[i]);
    }
  }
  return out;
}

// Both arguments are normalised. The leftmost match of each piece between stars is as good as any, so there is no
// backtracking.
bool matches(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  const std::size_t star = std::min(pattern.find('*'), pattern.size());
  if (!path.starts_with(pattern.substr(0, star))) return false;
  path.remove_prefix(star);
  pattern.remove_prefix(star);
  while (!pattern.empty()) {
    pattern.remove_prefix(1);  // the star
    const std::size_t next = std::min(pattern.find('*'), pattern.size());
    const std::string_view piece = pattern.substr(0, next);
    pattern.remove_prefix(next);
    if (pattern.empty() && to_the_end) return path.ends_with(piece);
    const std::size_t found = path.find(piece);
    if (found == std::string_view::npos) return false;
    path.remove_prefix(found + piece.size());
  }
  return !to_the_end || path.empty();
}

// What the groups of one kind (ours, or those for everybody) have said so far.
struct Rules {
  bool named = false;
  std::vector<Robots::Rule> rules;
  double crawl_delay = 0;
};

void read_rule(const Line& line, Rules& into) {
  const bool allow = equals_ignoring_case(line.key, "allow");
  if (allow || equals_ignoring_case(line.key, "disallow")) {
    if (!line.value.empty()) into.rules.push_back({one_form(line.value, true), allow, line.number});
  } else if (equals_ignoring_case(line.key, "crawl-delay")) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(line.value.data(), line.value.data() + line.value.size(), seconds);
    if (error == std::errc() && std::isfinite(seconds)) into.crawl_delay = std::max(into.crawl_delay, seconds);
  }
}

}  // namespace

std::string_view product_token(std::string_view user_agent) {
  const auto end = std::find_if_not(user_agent.begin(), user_agent.end(),
                                    [](char c) { return is_alphanumeric_ascii(c) || c == '-' || c == '_'; });
  return user_agent.substr(0, static_cast<std::size_t>(end - user_agent.begin()));
}

Robots Robots::parse(std::string_view text, std::string_view token) {
  // The rest of a line would be another rule.
  if (text.size() > robots_max_bytes) text = text.substr(0, text.find_last_of("\r\n", robots_max_bytes) + 1);
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  Rules ours, everybodys;
  bool in_ours = false, in_everybodys = false;  // the current group
  bool naming = false;                          // among the lines that name the group's user agents
  for (std::size_t number = 1; !text.empty(); ++number) {
    Line line = take_line(text);
    line.number = number;
    if (equals_ignoring_case(line.key, "user-agent")) {
      if (!naming) in_ours = in_everybodys = false;
      naming = true;
      if (!token.empty() && equals_ignoring_case(product_token(line.value), token)) in_ours = ours.named = true;
      if (line.value.starts_with('*') && product_token(line.value.substr(1)).empty())
        in_everybodys = everybodys.named = true;
    } else {
      if (equals_ignoring_case(line.key, "allow") || equals_ignoring_case(line.key, "disallow")) naming = false;
      if (in_ours) read_rule(line, ours);
      if (in_everybodys) read_rule(line, everybodys);
    }
  }
  Rules& chosen = ours.named ? ours : everybodys;
  Robots robots;
  robots.rules_ = std::move(chosen.rules);
  robots.crawl_delay_ = chosen.crawl_delay;
  return robots;
}

const Robots::Rule* Robots::deciding_rule(std::string_view path_and_query) const {
  const std::string path = one_form(path_and_query, false);
  const Rule* decisive = nullptr;
  for (const Rule& rule : rules_) {
    if (decisive && (rule.pattern.size() < decisive->pattern.size() ||
                     (rule.pattern.size() == decisive->pattern.size() && !rule.allow)))
      continue;
    if (matches(rule.pattern, path)) decisive = &rule;
  }
  return decisive;
}

bool Robots::allows(std::string_view path_and_query) const {
  if (path_and_query == "/robots.txt") return true;
  const Rule* decisive = deciding_rule(path_and_query);
  return !decisive || decisive->allow;
}

}  // namespace pith::crawl
