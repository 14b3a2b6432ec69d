// Flips a bit in a file.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace pith::test {

inline void flip(const std::string& file, std::uintmax_t at, int bit) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekg(static_cast<std::streamoff>(at));
  const char byte = static_cast<char>(stream.get() ^ (1 << bit));
  stream.seekp(static_cast<std::streamoff>(at));
  stream.put(byte);
}

}  // namespace pith::test
