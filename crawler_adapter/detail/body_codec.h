// Page bodies in stored form: zstd frames with size and checksum (deploy/manual/formats.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith::crawl {

std::string compress_body(std::string_view bytes);

// The original bytes. Error "damaged_body" if it is not one of our frames, its checksum is wrong, or it would
// decompress to more than `max_bytes`.
Result<std::string> decompress_body(std::string_view stored, std::size_t max_bytes);

}  // namespace pith::crawl
