// The walk along a stream of frames of which parts may be damaged; inputs whose sources are such streams share it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/frame_bytes.h"
#include "crawler_adapter/inputs/input.h"

namespace pith::ingest {

// After damage it goes on with the next gzip member: as far as anyone knows, that begins with a frame.
class FrameReader {
 public:
  // `kind`: what a frame is called in messages. Stream and reading outlive it.
  FrameReader(ByteStream& in, Reading& reading, std::string kind)
      : in_(in), reading_(reading), kind_(std::move(kind)) {}
  virtual ~FrameReader() = default;

  void run();

 protected:
  // The sizes of a frame have been read; its head comes next. False: its end was not found.
  virtual bool take(std::uint64_t begin, const FrameSizes& sizes) = 0;
  // Notes that what begins there is no whole frame.
  virtual void damaged(std::uint64_t begin, const std::string& why) = 0;

  // False where the segment ends before, and when the reading is stopped.
  bool skip(std::uint64_t bytes);
  // False, for take(): the segment ends within the frame. Notes it, unless the reading was stopped.
  bool cut(std::uint64_t begin);
  // The frame that is being read, for messages.
  std::string frame() const { return kind_ + " " + std::to_string(number_); }
  std::int64_t number() const { return number_; }

  ByteStream& in_;
  Reading& reading_;
  bool reported_ = false;  // that the segment ends too early

 private:
  bool take_frame();
  bool next_member();

  const std::string kind_;
  std::int64_t number_ = 0;
};

}  // namespace pith::ingest
