// Decodes Content-Encoding within bounds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "crawler_adapter/page/http_message.h"

namespace pith::crawl {

struct DecodingBounds {
  std::size_t max_bytes = 16 << 20;  // decompressed
  // How many times larger than the input the output may be, once it is over 1 MB. gzip cannot exceed 1,032; brotli and
  // zstd can expand a few bytes a million times.
  std::size_t max_ratio = 1100;
};

// Decodes the encodings that a Content-Encoding header names (several with commas: the last one first): gzip, x-gzip,
// deflate with or without zlib's header, br, zstd, identity. A body that does not begin like its encoding is returned
// unchanged: many programs keep the header of a body that they have decompressed. Never stores more than max_bytes plus
// one block. Thread-safe. Errors: "too_large", "decompression_ratio" (a bound is exceeded), "unknown_encoding" (also
// for more than three).
Result<Unpacked> decode_content(std::string body, std::string_view encodings, const DecodingBounds& bounds = {});

// Raw deflate (RFC 1951), as in zip files.
Result<Unpacked> inflate_raw(std::string_view bytes, const DecodingBounds& bounds);

}  // namespace pith::crawl
