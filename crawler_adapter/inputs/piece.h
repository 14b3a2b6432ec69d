// Pieces of WARC and ARC files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace pith::ingest {

// Whether a number may be an offset or a length: their sum cannot overflow.
inline bool is_offset(std::uint64_t number) { return number >> 62 == 0; }

// It begins and ends where records do, in a gzip file also where members do.
struct Piece {
  std::string file = {};     // as the places of its records name it
  std::uint64_t offset = 0;  // where it begins there
  std::uint64_t length = 0;  // 0: unknown
  // It is one record, of this URL; if it is empty, of any. What may follow the record is nothing.
  std::optional<std::string> url = {};
  // Something in it cannot be read. Where that ends, the reader of the file knows; that of a piece may not. So what
  // follows in the file belongs in another piece.
  bool damaged = false;
};

inline constexpr std::size_t piece_head_bytes = 16 << 10;  // show what kind of file it is of

}  // namespace pith::ingest
