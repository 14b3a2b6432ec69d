// Zstandard frames, as archives have them.
#pragma once

#include <zdict.h>
#include <zstd.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/archives.h"

namespace pith::test {

// With a checksum, as `zstd` writes it.
inline std::string zstd(std::string_view bytes, std::string_view dictionary = {}, int level = 3) {
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_loadDictionary(context.get(), dictionary.data(), dictionary.size());
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

// One that decoders pass over: 0x184D2A50 to 0x184D2A5F.
inline std::string skippable_frame(std::string_view content, unsigned magic = 0x184D2A50) {
  return little_endian(magic, 4) + little_endian(content.size(), 4) + std::string(content);
}

// Trained on records like these.
inline std::string zstd_dictionary() {
  std::string samples;
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 2000; ++i) {
    const std::string sample = warc_response(
        {.url = "http://h.example/" + std::to_string(i * 7919), .body = "<html><p>Page " + std::to_string(i * 104729)});
    samples += sample;
    sizes.push_back(sample.size());
  }
  std::string out(8 << 10, '\0');
  const std::size_t size =
      ZDICT_trainFromBuffer(out.data(), out.size(), samples.data(), sizes.data(), static_cast<unsigned>(sizes.size()));
  if (ZDICT_isError(size)) throw std::runtime_error(ZDICT_getErrorName(size));
  out.resize(size);
  return out;
}

}  // namespace pith::test
