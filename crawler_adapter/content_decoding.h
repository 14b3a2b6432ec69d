// Content-Encoding undone, within bounds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "crawler_adapter/http_message.h"

namespace pith::crawl {

struct DecodingBounds {
  std::size_t max_bytes = 16 << 20;  // unpacked
  // How often larger the output may be than the input, once it is over 1 MB. gzip cannot do more than 1,032; brotli and
  // zstd make a million times as much of a few bytes.
  std::size_t max_ratio = 1100;
};

// Undoes what a Content-Encoding header names (several, with commas: the last one first): gzip, x-gzip, deflate with or
// without zlib's header, br, zstd, identity. What does not begin as its encoding does comes back as it is: many
// programs keep the header of a body that they have unpacked. Never holds more than max_bytes and a block. Thread-safe.
// Errors: "too_large", "decompression_ratio" (a bound is passed), "unknown_encoding" (also more than three).
Result<Unpacked> decode_content(std::string body, std::string_view encodings, const DecodingBounds& bounds = {});

// Raw deflate (RFC 1951), as zip files hold it.
Result<Unpacked> inflate_raw(std::string_view bytes, const DecodingBounds& bounds);

}  // namespace pith::crawl
