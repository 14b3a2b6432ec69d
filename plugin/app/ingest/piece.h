// Pieces of WARC and ARC files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace pith::ingest {

// It begins and ends where records do, in a gzip file also where members do.
struct Piece {
  std::string file = {};     // as the places of its records name it
  std::uint64_t offset = 0;  // where it begins there
  std::uint64_t length = 0;  // 0: unknown
  // It is one record, of this URL; if it is empty, of any. What may follow the record is nothing.
  std::optional<std::string> url = {};
};

inline constexpr std::size_t piece_head_bytes = 16 << 10;  // show what kind of file it is of

}  // namespace pith::ingest
