// Frames as bytes: a head and a body, with the sizes of both before them (deploy/manual/map.md, "Frames").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/byte_stream.h"

namespace pith::ingest {

inline constexpr std::size_t frame_sizes_bytes = 8;

struct FrameSizes {
  std::size_t head = 0, body = 0;
};

// From at least frame_sizes_bytes bytes. nullopt: no frame begins so.
std::optional<FrameSizes> read_frame_sizes(std::string_view bytes);

// Both are smaller than 4 GB.
std::string frame_bytes(std::string_view head, std::string_view body);

struct Frame {
  std::string head, body;
};

// The next frame of a stream of them that is expected to be whole; nullopt at its end. Error "damaged".
Result<std::optional<Frame>> take_frame(ByteStream& in);

}  // namespace pith::ingest
