#include "crawler_adapter/inputs/frame_reader.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>

namespace pith::ingest {

void FrameReader::run() {
  do {
    while (!reading_.stopped() && take_frame()) reading_.at(in_.position(), in_.size());
  } while (!reading_.stopped() && next_member());
  reading_.finish();
}

// False where no frame can follow: at the end, and after what is not one, since only sizes say where the next begins.
bool FrameReader::take_frame() {
  const std::string_view bytes = in_.peek(frame_sizes_bytes);
  if (bytes.empty()) return false;
  const std::uint64_t begin = in_.offset();
  ++number_;
  if (bytes.size() < frame_sizes_bytes) return cut(begin);
  const auto sizes = read_frame_sizes(bytes);
  if (!sizes) {
    damaged(begin, frame() + " is not a frame; what follows cannot be read");
    return false;
  }
  in_.skip(frame_sizes_bytes);
  return take(begin, *sizes);
}

bool FrameReader::next_member() {
  skip(std::numeric_limits<std::uint64_t>::max());
  if (!in_.gap()) return false;
  if (!reported_) reading_.damage(in_.gap()->member, in_.gap()->what);
  reported_ = false;
  return in_.next_segment();
}

bool FrameReader::skip(std::uint64_t bytes) {
  while (bytes > 0 && !reading_.stopped()) {
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, in_.peek(1).size()));
    if (part == 0) return false;
    in_.skip(part);
    bytes -= part;
  }
  return bytes == 0;
}

bool FrameReader::cut(std::uint64_t begin) {
  if (!reading_.stopped()) damaged(begin, frame() + " is cut short");
  reported_ = true;
  return false;
}

}  // namespace pith::ingest
