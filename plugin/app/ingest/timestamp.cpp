#include "plugin/app/ingest/timestamp.h"

#include <time.h>

#include "core/text/ascii.h"

namespace pith::ingest {

std::optional<std::int64_t> parse_timestamp(std::string_view text) {
  if (text.size() > 40) return std::nullopt;
  const std::string copy(text);
  tm time{};
  const char* rest = strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
  if (!rest) return std::nullopt;
  if (*rest == '.') do
      ++rest;
    while (is_digit_ascii(*rest));
  tm zone{};
  if (*rest && !(rest = strptime(rest, "%z", &zone))) return std::nullopt;
  if (*rest) return std::nullopt;
  return static_cast<std::int64_t>(timegm(&time)) - zone.tm_gmtoff;
}

}  // namespace pith::ingest
