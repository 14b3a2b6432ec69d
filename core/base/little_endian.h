// Numbers in stored bytes: little-endian, the same on every machine.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith {

template <typename T>
void put_little_endian(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

// Removes the number from the front of the bytes, which must be long enough.
template <typename T>
T take_little_endian(std::string_view& bytes) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<T>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  bytes.remove_prefix(sizeof(T));
  return value;
}

}  // namespace pith
