// Percent escapes (RFC 3986 §2.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/ascii.h"

namespace pith {

// "%2F" for '/'.
inline void append_escape(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

// The byte that the three characters from `at` on encode.
inline std::optional<char> escape_at(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size() || text[at] != '%') return std::nullopt;
  const int high = hex_value(text[at + 1]), low = hex_value(text[at + 2]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

// Letters, digits and "-._~": characters that mean the same escaped or not.
constexpr bool is_unreserved(char c) {
  return is_alphanumeric_ascii(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// The text with an escape for each byte for which may_stand(byte) is false.
template <typename Test>
std::string percent_encoded(std::string_view text, Test&& may_stand) {
  std::string out;
  out.reserve(text.size() + 16);
  for (const char c : text) {
    if (may_stand(c))
      out += c;
    else
      append_escape(out, c);
  }
  return out;
}

// A URL whose escapes somebody has undone, with those of blanks and control characters: parse_url takes a blank at the
// end for one around the URL.
inline std::string with_escaped_blanks(std::string_view url) {
  return percent_encoded(url, [](char c) { return static_cast<unsigned char>(c) > ' ' && c != 0x7f; });
}

}  // namespace pith
