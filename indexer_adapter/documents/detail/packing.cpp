#include "indexer_adapter/documents/detail/packing.h"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>

namespace pith::index {
namespace {

struct Freed {
  void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
};

struct Ended {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

// One a thread, since it has large tables.
libdeflate_compressor* compressor() {
  constexpr int level = 6;  // the library's default
  thread_local const std::unique_ptr<libdeflate_compressor, Freed> kept(libdeflate_alloc_compressor(level));
  if (!kept) throw std::bad_alloc();
  return kept.get();
}

}  // namespace

Lucene::ByteArray pack(std::string_view value) {
  const std::size_t bound = libdeflate_zlib_compress_bound(compressor(), value.size());
  const std::unique_ptr<std::byte[]> packed(new std::byte[bound]);
  const std::size_t size = libdeflate_zlib_compress(compressor(), value.data(), value.size(), packed.get(), bound);
  const auto bytes = Lucene::ByteArray::newInstance(static_cast<std::int32_t>(size));
  std::copy_n(reinterpret_cast<const std::uint8_t*>(packed.get()), size, bytes.get());
  return bytes;
}

std::string unpack(const Lucene::FieldablePtr& field, std::size_t most) {
  if (!field->isBinary()) return {};
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, Ended> end(&stream);
  stream.next_in = field->getBinaryValue().get() + field->getBinaryOffset();
  stream.avail_in = static_cast<uInt>(field->getBinaryLength());
  std::string value;
  constexpr std::size_t usual_ratio = 8, at_once = 1 << 26;
  int code = Z_OK;
  for (std::size_t size = 0; code == Z_OK && size < most;) {
    const std::size_t room = std::clamp<std::size_t>(usual_ratio * stream.avail_in, 1 << 12, at_once);
    value.resize(std::min(most, size + room));
    stream.next_out = reinterpret_cast<Bytef*>(value.data() + size);
    stream.avail_out = static_cast<uInt>(value.size() - size);
    code = inflate(&stream, Z_NO_FLUSH);
    size = value.size() - stream.avail_out;
    value.resize(size);
  }
  if (code != Z_OK && code != Z_STREAM_END) throw std::runtime_error("a stored value is damaged");
  return value;
}

}  // namespace pith::index
