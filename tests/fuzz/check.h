// Checks for the targets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/text/encoding.h"

namespace pith::fuzz {

// If the condition is false, ends the program, so that libFuzzer keeps the input, and says what is wrong.
inline void require(bool holds, std::string_view what, std::string_view where = {}) {
  if (holds) return;
  std::fprintf(stderr, "check failed: %s\n%s\n", std::string(what).c_str(), std::string(where.substr(0, 4000)).c_str());
  std::abort();
}

inline void require_utf8(std::string_view text, std::string_view what) { require(is_valid_utf8(text), what, text); }

// For messages, which go to terminals and logs.
inline void require_printable(std::string_view message) {
  require_utf8(message, "a message is UTF-8");
  require(!message.empty() && std::none_of(message.begin(), message.end(),
                                           [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }),
          "a message is one line without control characters", message);
}

inline std::string_view view_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Choices that an input makes: its last byte, so that ordinary files can be seeds.
inline unsigned choice_of(std::string_view bytes) {
  return bytes.empty() ? 0 : static_cast<unsigned char>(bytes.back());
}

// Removes and returns the part of an input up to the next `separator`, which is removed too.
inline std::string_view take_until(std::string_view& bytes, char separator) {
  const std::string_view part = bytes.substr(0, bytes.find(separator));
  bytes.remove_prefix(std::min(part.size() + 1, bytes.size()));
  return part;
}

inline std::size_t code_points(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace pith::fuzz
