// The HTTP header X-Robots-Tag, in the form used in captured pages: one value per line, as
// core/page/detail/robots_rules.h reads them. The lines keep values apart because a robot's name in a value applies to
// that value only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::crawl {

inline constexpr std::size_t max_robots_bytes = 4096;

// Adds the trimmed value of one header. A value that does not fit into max_robots_bytes is left out.
void add_robots_value(std::string& robots, std::string_view value);

// The values in a response's headers as received: lines of "Name: value" that end in LF or CRLF. Accepts any bytes.
std::string robots_of_headers(std::string_view headers);

}  // namespace pith::crawl
