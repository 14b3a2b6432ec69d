// The HTTP header X-Robots-Tag, in the form in which captured pages carry it: its values, one a line, as
// core/page/detail/robots_rules.h reads them. A line each, because a robot's name in a value is for that value only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::crawl {

inline constexpr std::size_t max_robots_bytes = 4096;

// Adds one header's value, white space around it cut off. What does not fit into max_robots_bytes is left out.
void add_robots_value(std::string& robots, std::string_view value);

// The values in a response's headers as they were received: lines of "Name: value" that end in LF or CRLF. Any bytes
// do.
std::string robots_of_headers(std::string_view headers);

}  // namespace pith::crawl
