// The lines of a stream of any bytes: bounded, numbered, with damage found where it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "crawler_adapter/inputs/byte_stream.h"

namespace pith::ingest {

inline constexpr const char* cut_line = "is cut short by damaged data";

// Holds one line. Not thread-safe.
class LineReader {
 public:
  // `stopped`: no more lines are wanted. The stream must live as long.
  LineReader(ByteStream& in, std::size_t most_bytes, std::function<bool()> stopped)
      : in_(in), most_bytes_(most_bytes), stopped_(std::move(stopped)) {}

  // Goes to the next line; false at the end.
  bool next();

  // Without its end, and without a byte order mark before it; of a line that is too long or cut, a part.
  const std::string& line() const { return line_; }
  bool is_blank() const;                                 // white space alone
  bool is_too_long() const { return too_long_; }         // longer than most_bytes: skipped, and not kept
  bool is_cut() const { return cut_; }                   // by damaged data of a packed file, or where reading failed
  const std::string& damage() const { return damage_; }  // of a line that is cut: what is wrong
  std::uint64_t begin() const { return begin_; }         // in the file, as ByteStream::offset()
  std::int64_t number() const { return number_; }        // from 1

 private:
  void cut();

  ByteStream& in_;
  const std::size_t most_bytes_;
  const std::function<bool()> stopped_;
  std::string line_, damage_;
  std::uint64_t begin_ = 0;
  std::int64_t number_ = 0;
  bool too_long_ = false, cut_ = false, ended_ = false;
};

}  // namespace pith::ingest
