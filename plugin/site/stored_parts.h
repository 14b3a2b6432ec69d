// Byte strings after each other, each with its length before it: 4 bytes, little-endian.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/little_endian.h"

namespace pith::pipeline {

inline void put_part(std::string& out, std::string_view part) {
  put_little_endian(out, static_cast<std::uint32_t>(part.size()));
  out += part;
}

// Removes the first part; nullopt if there is no whole one.
inline std::optional<std::string_view> take_part(std::string_view& bytes) {
  if (bytes.size() < sizeof(std::uint32_t)) return std::nullopt;
  const auto size = take_little_endian<std::uint32_t>(bytes);
  if (size > bytes.size()) return std::nullopt;
  const std::string_view part = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return part;
}

}  // namespace pith::pipeline
