// Compresses bytes as servers and archives do.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pith::test {

// zlib's window bits: 31 gzip, 15 zlib, -15 raw deflate.
inline std::string deflate_bytes(std::string_view bytes, int window_bits) {
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

inline std::string gzip(std::string_view bytes) { return deflate_bytes(bytes, 31); }

}  // namespace pith::test
