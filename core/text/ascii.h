// ASCII in protocols and markup, where neither locale nor Unicode matters. Any bytes are fine; other than ASCII stay.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace pith {

inline constexpr std::string_view ascii_spaces = " \t\n\f\r";

constexpr bool is_space_ascii(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }
constexpr bool is_digit_ascii(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter_ascii(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_alphanumeric_ascii(char c) { return is_letter_ascii(c) || is_digit_ascii(c); }
// Whether the byte is part of a multi-byte character in UTF-8.
constexpr bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
// Whether it is, or may be part of, a letter of any script.
constexpr bool is_letter_byte(char c) { return is_letter_ascii(c) || is_beyond_ascii(c); }

constexpr char lower_ascii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The place of the first byte beyond ASCII at or after `from`; the size if there is none. Eight bytes at a time.
inline std::size_t find_beyond_ascii(std::string_view text, std::size_t from) {
  for (std::uint64_t word = 0; from + sizeof word <= text.size(); from += sizeof word) {
    std::memcpy(&word, text.data() + from, sizeof word);
    if (word & 0x8080808080808080) break;
  }
  while (from < text.size() && !is_beyond_ascii(text[from])) ++from;
  return from;
}

inline std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower_ascii(c);
  return out;
}

inline bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_ascii(x) == lower_ascii(y); });
}

// 0 to 15; -1 if it is not a hexadecimal digit.
constexpr int hex_value(char c) {
  if (is_digit_ascii(c)) return c - '0';
  const char lower = lower_ascii(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline std::string_view trim_ascii(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(ascii_spaces), text.size()));
  return text.substr(0, text.find_last_not_of(ascii_spaces) + 1);
}

// Calls visit(part) for each part of the text between separators, trimmed, unless it is only white space. Separators
// are one character, or a text of several.
template <typename Separators, typename Visit>
void each_part(std::string_view text, const Separators& separators, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (const std::string_view part = trim_ascii(text.substr(0, end)); !part.empty()) visit(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Whether test(token) is true for one of the tokens between white space.
template <typename Test>
bool any_token(std::string_view list, Test&& test) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(ascii_spaces), list.size());
    if (end > 0 && test(list.substr(0, end))) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

inline bool has_token(std::string_view list, std::string_view token) {
  return any_token(list, [&](std::string_view one) { return one == token; });
}

}  // namespace pith
