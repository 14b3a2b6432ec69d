// Points in time as archives write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith::ingest {

// "2026-11-21T21:35:20Z", also with fractions of a second, an offset ("+02:00") or without both (UTC), as seconds since
// 1970.
std::optional<std::int64_t> parse_timestamp(std::string_view text);

// "20080430204825", or 12 digits without seconds (UTC).
std::optional<std::int64_t> parse_digits(std::string_view text);

}  // namespace pith::ingest
