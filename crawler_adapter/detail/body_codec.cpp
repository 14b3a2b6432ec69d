#include "crawler_adapter/detail/body_codec.h"

#include <zstd.h>

#include <memory>
#include <new>

#include "crawler_adapter/error_codes.h"

namespace pith::crawl {

std::string compress_body(std::string_view bytes) {
  // A context is expensive to create; the cache's writer compresses thousands of pages on one thread.
  thread_local const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size)) throw std::bad_alloc();  // the buffer is large enough: only memory can fail
  out.resize(size);
  out.shrink_to_fit();
  return out;
}

Result<std::string> decompress_body(std::string_view stored, std::size_t max_bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(stored.data(), stored.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > max_bytes)
    return Error{code::damaged_body, "the stored body is damaged: no readable frame header"};
  std::string out(static_cast<std::size_t>(size), '\0');
  const std::size_t written = ZSTD_decompress(out.data(), out.size(), stored.data(), stored.size());
  if (ZSTD_isError(written) || written != out.size())
    return Error{code::damaged_body, std::string("the stored body is damaged: ") +
                                         (ZSTD_isError(written) ? ZSTD_getErrorName(written) : "wrong size")};
  return out;
}

}  // namespace pith::crawl
