// Compressed bytes for tests of decompression.
#pragma once

#include <zlib.h>

#include <stdexcept>
#include <string>

namespace pith::test {

inline std::string gzip(const std::string& bytes) {
  z_stream stream{};
  constexpr int gzip_format = 16 + MAX_WBITS;
  if (deflateInit2(&stream, 9, Z_DEFLATED, gzip_format, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("zlib");
  return out;
}

}  // namespace pith::test
