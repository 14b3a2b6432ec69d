// Segments of paths as URLs spell them before they are in normal form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith {

// The size of what servers take for a separator of segments at the beginning of `path`, or 0.
std::size_t separator_size(std::string_view path);

// Browsers resolve dot segments before they ask for a URL. What a server makes of one is its own affair: it may know no
// such page, and decode and merge separators first, so that "//.." and "..%2F" lead it elsewhere than the normal form.
enum class DotSegments : std::uint8_t { none, plain, hidden };

// Of a URL with a host. Hidden: one is escaped, is beside an escaped separator, or is ".." after an empty segment.
DotSegments dot_segments(std::string_view url);

// For the URL of a program that resolves dot segments, and then undoes escapes: those that are left were escaped.
std::string with_escaped_dots(std::string_view url);

}  // namespace pith
