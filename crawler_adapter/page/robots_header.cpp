#include "crawler_adapter/page/robots_header.h"

#include "core/text/ascii.h"

namespace pith::crawl {

void add_robots_value(std::string& robots, std::string_view value) {
  value = trim_ascii(value);
  if (value.empty() || robots.size() + value.size() + 1 > max_robots_bytes) return;
  if (!robots.empty()) robots += '\n';
  for (const char c : value) robots += c == '\n' ? ' ' : c;
}

std::string robots_of_headers(std::string_view headers) {
  constexpr std::string_view name = "x-robots-tag";
  std::string robots;
  each_part(headers, "\n", [&](std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == name.size() && lower_ascii(line.substr(0, colon)) == name)
      add_robots_value(robots, line.substr(colon + 1));
  });
  return robots;
}

}  // namespace pith::crawl
