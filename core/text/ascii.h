// ASCII in protocols and markup, where no locale and no Unicode has a say. Any bytes are fine; others than ASCII stay.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace pith {

inline constexpr std::string_view ascii_spaces = " \t\n\f\r";

inline std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

inline std::string_view trim_ascii(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(ascii_spaces), text.size()));
  return text.substr(0, text.find_last_not_of(ascii_spaces) + 1);
}

// Calls visit(part) for each part of the text between separators that is more than white space, trimmed.
template <typename Visit>
void each_part(std::string_view text, std::string_view separators, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (const std::string_view part = trim_ascii(text.substr(0, end)); !part.empty()) visit(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace pith
