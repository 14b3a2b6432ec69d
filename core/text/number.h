// Numbers in text, whatever the host's locale: strtod reads them as it says; and numbers as people read them.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace pith {

// All of the text is a decimal number ("0.5", "-1e3"), "inf" or "nan"; else nullopt. One that is too large is the
// largest there is.
inline std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range)
    return text.front() == '-' ? std::numeric_limits<double>::lowest() : std::numeric_limits<double>::max();
  return value;
}

std::string human_count(std::int64_t count);                     // "12,345"
std::string counted(std::int64_t count, std::string_view noun);  // "1 page", "12,345 pages"

}  // namespace pith
