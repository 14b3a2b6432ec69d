// What readers of zip files have in common (PKWARE APPNOTE 4.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::ingest::zip {

inline constexpr std::string_view local_header("PK\3\4", 4), central_directory("PK\1\2", 4),
    end_of_directory("PK\5\6", 4);
inline constexpr std::size_t local_header_bytes = 30;  // before name and extra field

// A number of `width` bytes, the least first. The bytes must be there.
inline std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

}  // namespace pith::ingest::zip
