#include "crawler_adapter/inputs/timestamp.h"

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

std::optional<std::int64_t> parse_digits(std::string_view text) {
  if (text.size() != 12 && text.size() != 14) return std::nullopt;
  std::string spaced;  // strptime takes fields apart only at other characters
  for (std::size_t i = 0; i < text.size(); i += 2) {
    if (!is_digit_ascii(text[i]) || !is_digit_ascii(text[i + 1])) return std::nullopt;
    spaced += text.substr(i, 2);
    if (i > 0) spaced += ' ';
  }
  if (text.size() == 12) spaced += "00";
  tm time{};
  const char* rest = strptime(spaced.c_str(), "%Y %m %d %H %M %S", &time);
  if (!rest || trim_ascii(rest) != "") return std::nullopt;
  return static_cast<std::int64_t>(timegm(&time));
}

}  // namespace pith::ingest
