// Times as documents have them.
#pragma once

#include <fmt/chrono.h>

#include <cstdint>
#include <ctime>
#include <string>

namespace pith::pipeline {

// Seconds since 1970 as "2024-05-31T10:00:00Z".
inline std::string iso_time(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

}  // namespace pith::pipeline
