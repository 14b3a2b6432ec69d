// The file format of SQLite (https://www.sqlite.org/fileformat2.html), as far as the repair reads it itself.
// Private to crawler_adapter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace pith::crawl {

constexpr std::size_t page_bytes = 4096;  // of all files that Pith makes

// A big-endian number of at most four bytes; those beyond the end of the page count as 0.
inline std::uint32_t number_at(const std::string& page, std::size_t at, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + bytes; ++i)
    value = value << 8 | (i < page.size() ? static_cast<unsigned char>(page[i]) : 0U);
  return value;
}

}  // namespace pith::crawl
