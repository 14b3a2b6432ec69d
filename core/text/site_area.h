// The parts of a site that different people write: its hosts, and the users' areas of a host.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/dot_segments.h"
#include "core/text/url.h"

namespace pith {

// The host, without "www.", its port unless it is the scheme's default, and the first directory if that is a user's:
// "example.org", "blog.example.org:8080", "example.org/~user". Whoever writes in one area cannot write in another, so
// no area decides what is the template of another. Servers merge separators, so "//~user" is in the same area.
inline std::string site_area(const Url& url) {
  std::string area = url.host.starts_with("www.") ? url.host.substr(4) : url.host;
  if (!url.port.empty()) area += ":" + url.port;
  std::string_view path = url.path;
  while (const std::size_t size = separator_size(path)) path.remove_prefix(size);
  if (!path.starts_with('~')) return area;
  std::size_t end = 0;
  while (end < path.size() && separator_size(path.substr(end)) == 0) ++end;
  return area + "/" + std::string(path.substr(0, end));
}

// That of a URL; of no URL, the text itself.
inline std::string area_of(const std::string& text) {
  const auto url = parse_url(text);
  return url ? site_area(*url) : text;
}

// Whether who writes in `area` also has a say in `other`: a domain in its other hosts and ports, a host in its users'
// areas.
inline bool is_area_above(std::string_view area, std::string_view other) {
  if (other.size() <= area.size()) return false;
  const std::string_view host = other.substr(0, other.find('/')), name = host.substr(0, host.rfind(':'));
  return host == area || name == area || name.ends_with("." + std::string(area));
}

}  // namespace pith
