#include "indexer_adapter/detail/packing.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace pith::index {
namespace {

struct Freed {
  void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
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

std::string unpack(const Lucene::FieldablePtr& field) {
  if (!field->isBinary()) return {};
  const auto packed = Lucene::ByteArray::newInstance(field->getBinaryLength());
  std::copy_n(field->getBinaryValue().get() + field->getBinaryOffset(), packed.size(), packed.get());
  const auto bytes = Lucene::CompressionTools::decompress(packed);
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(bytes.size())};
}

}  // namespace pith::index
