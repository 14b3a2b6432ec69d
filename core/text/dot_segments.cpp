#include "core/text/dot_segments.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/text/percent.h"

namespace pith {
namespace {

bool is_separator(char c) { return c == '/' || c == '\\'; }

// The path as parse_url reads it, which drops line ends and tabs.
std::string path_of(std::string_view url) {
  std::string path(url.substr(0, url.find_first_of("?#")));
  std::erase_if(path, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  while (!path.empty() && path.back() <= ' ' && path.back() >= 0) path.pop_back();
  const std::size_t scheme = path.find(':');
  const std::size_t host = scheme == path.npos ? 0 : path.find_first_not_of("/\\", scheme + 1);
  path.erase(0, host == path.npos ? host : path.find_first_of("/\\", host));
  return path;
}

std::string unescaped_dots(std::string_view segment) {
  std::string out;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const bool is_dot = escape_at(segment, i) == '.';
    out += is_dot ? '.' : segment[i];
    if (is_dot) i += 2;
  }
  return out;
}

}  // namespace

std::size_t separator_size(std::string_view path) {
  if (path.empty()) return 0;
  if (is_separator(path.front())) return 1;
  const std::optional<char> escaped = escape_at(path, 0);
  return escaped && is_separator(*escaped) ? 3 : 0;
}

DotSegments dot_segments(std::string_view url) {
  const std::string path = path_of(url);
  std::string_view rest = path;
  DotSegments found = DotSegments::none;
  bool after_empty = false;
  while (!rest.empty()) {
    const std::size_t before = separator_size(rest);
    rest.remove_prefix(before);
    std::size_t end = 0;
    while (end < rest.size() && separator_size(rest.substr(end)) == 0) ++end;
    const std::string_view segment = rest.substr(0, end);
    rest.remove_prefix(end);
    if (segment.empty()) after_empty = true;
    const std::string dots = unescaped_dots(segment.substr(0, 7));  // "%2E%2E" and one more
    if (dots != "." && dots != "..") continue;
    const bool is_escaped = dots != segment || before == 3 || separator_size(rest) == 3;
    if (is_escaped || (after_empty && dots == "..")) return DotSegments::hidden;
    found = DotSegments::plain;
  }
  return found;
}

std::string with_escaped_dots(std::string_view url) {
  std::string out;
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  for (std::size_t at = 0; at < end;) {
    const std::size_t next = std::min(url.find('/', at), end);
    const std::string_view segment = url.substr(at, next - at);
    const bool is_dots = segment == "." || segment == "..";
    out += percent_encoded(segment, [&](char c) { return c != '.' || !is_dots; });
    if (next < end) out += '/';
    at = next + 1;
  }
  return out += url.substr(end);
}

}  // namespace pith
