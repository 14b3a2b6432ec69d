// How an input reads a source that is one stream.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/input.h"

namespace pith::ingest {

// Calls use(ByteStream&). Errors are those of ByteStream::open.
template <typename Use>
std::optional<Error> read_stream(const std::string& path, Reading& reading, const Use& use) {
  auto in = ByteStream::open(path, reading.stop_flag());
  if (!in) return in.error();
  in->peek(1);  // finds out whether it is packed
  reading.packed(!in->is_plain());
  use(*in);
  return std::nullopt;
}

}  // namespace pith::ingest
