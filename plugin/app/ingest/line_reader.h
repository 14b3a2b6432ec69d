// The lines of a file, of which some may be damaged or too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "plugin/app/ingest/byte_stream.h"
#include "plugin/app/ingest/input.h"

namespace pith::ingest {

inline constexpr const char* cut_line = "is cut short by damaged gzip data";

// Both outlive it. Not thread-safe.
class LineReader {
 public:
  // `most_bytes` of a line are kept.
  LineReader(ByteStream& in, Reading& reading, std::size_t most_bytes)
      : in_(in), reading_(reading), most_bytes_(most_bytes) {}

  // Goes to the next line; false at the end, and when reading is stopped.
  bool next();

  const std::string& line() const { return line_; }  // without its end; not all of one that is cut or too long
  std::int64_t number() const { return number_; }    // from 1 on
  std::uint64_t begin() const { return begin_; }     // its offset
  bool is_too_long() const { return too_long_; }
  bool is_cut() const { return cut_; }  // by damage
  bool is_blank() const;

 private:
  bool take();
  void cut();

  ByteStream& in_;
  Reading& reading_;
  const std::size_t most_bytes_;
  std::string line_;
  std::uint64_t begin_ = 0;
  std::int64_t number_ = 0;
  bool too_long_ = false, cut_ = false, ended_ = false;
};

}  // namespace pith::ingest
