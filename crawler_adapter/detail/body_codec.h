// Page bodies as they are stored: zstd frames with size and checksum (deploy/manual/formats.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith::crawl {

std::string compress_body(std::string_view bytes);

// Byte for byte what was compressed. Error "damaged_body" for what is no frame of ours, has another checksum, or would
// unpack to more than `max_bytes`.
Result<std::string> decompress_body(std::string_view stored, std::size_t max_bytes);

}  // namespace pith::crawl
