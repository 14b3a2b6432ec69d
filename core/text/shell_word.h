// Text from outside in commands that messages tell the reader to run.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/text/ascii.h"

namespace pith {

// As one word of a POSIX shell: as it is if no character of it could mean more there, else in single quotes. A URL of a
// server's choice may have "&", ";" and "$(…)".
inline std::string shell_word(std::string_view text) {
  constexpr std::string_view plain = "/:.,_-+=@%";
  const bool is_plain = std::ranges::all_of(
      text, [&](char c) { return is_alphanumeric_ascii(c) || plain.find(c) != std::string_view::npos; });
  if (is_plain && !text.empty()) return std::string(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace pith
