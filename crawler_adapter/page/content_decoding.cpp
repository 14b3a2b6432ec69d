#include "crawler_adapter/page/content_decoding.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

#include "core/text/ascii.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

using Block = std::array<char, 64 << 10>;

constexpr std::size_t ratio_begins = 1 << 20;

// The output of one encoding.
class Output {
 public:
  Output(std::size_t input_bytes, const DecodingBounds& bounds)
      : most_(std::min(bounds.max_bytes, std::max(ratio_begins, input_bytes * bounds.max_ratio))),
        by_ratio_(most_ < bounds.max_bytes) {}
  // False if a bound is exceeded.
  bool append(const char* data, std::size_t size) {
    if (unpacked.bytes.size() + size > most_) return false;
    unpacked.bytes.append(data, size);
    return true;
  }
  std::size_t most() const { return most_; }
  Error too_large() const {
    return {by_ratio_ ? code::decompression_ratio : code::too_large,
            "the body unpacks to more than " + std::to_string(most_) + " bytes (" +
                (by_ratio_ ? "cache.page_max_ratio)" : "cache.page_max_bytes)")};
  }
  Unpacked unpacked;

 private:
  std::size_t most_;
  bool by_ratio_;
};

// zlib's window bits choose the form: 31 gzip, 15 zlib, -15 raw.
Result<Unpacked> inflate_all(std::string_view in, int window_bits, const DecodingBounds& bounds) {
  Output out(in.size(), bounds);
  z_stream stream{};
  if (inflateInit2(&stream, window_bits) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  const auto block = std::make_unique<Block>();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());  // bodies are bounded far below 4 GB
  while (true) {
    stream.next_out = reinterpret_cast<Bytef*>(block->data());
    stream.avail_out = static_cast<uInt>(block->size());
    const int result = inflate(&stream, Z_NO_FLUSH);
    if (!out.append(block->data(), block->size() - stream.avail_out)) return out.too_large();
    if (result == Z_STREAM_END) {
      // Another gzip member belongs to the body; anything else after it is padding.
      const bool more =
          window_bits > 15 && stream.avail_in > 2 && stream.next_in[0] == 0x1f && stream.next_in[1] == 0x8b;
      if (!more || inflateReset(&stream) != Z_OK) return std::move(out.unpacked);
    } else if (result != Z_OK || (stream.avail_in == 0 && stream.avail_out > 0)) {
      out.unpacked.complete = false;
      return std::move(out.unpacked);
    }
  }
}

Result<Unpacked> brotli(std::string_view in, const DecodingBounds& bounds) {
  Output out(in.size(), bounds);
  const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
  if (!state) throw std::bad_alloc();
  const auto block = std::make_unique<Block>();
  std::size_t left = in.size();
  auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
  while (true) {
    auto* next_out = reinterpret_cast<std::uint8_t*>(block->data());
    std::size_t room = block->size();
    const BrotliDecoderResult result =
        BrotliDecoderDecompressStream(state.get(), &left, &next_in, &room, &next_out, nullptr);
    if (!out.append(block->data(), block->size() - room)) return out.too_large();
    if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) continue;
    out.unpacked.complete = result == BROTLI_DECODER_RESULT_SUCCESS;
    return std::move(out.unpacked);
  }
}

using ZstdContext = std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)>;

ZstdContext zstd_context() {
  ZstdContext context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  return context;
}

// The content of one whole frame that says how large it is: no window is needed, through which all would be copied.
std::optional<std::string> unpack_frame(std::string_view in, std::size_t most) {
  const unsigned long long size = ZSTD_getFrameContentSize(in.data(), in.size());
  if (size > most || ZSTD_findFrameCompressedSize(in.data(), in.size()) != in.size()) return std::nullopt;
  thread_local const ZstdContext context = zstd_context();
  std::string out(size, '\0');
  if (ZSTD_decompressDCtx(context.get(), out.data(), out.size(), in.data(), in.size()) != size) return std::nullopt;
  return out;
}

Result<Unpacked> zstd(std::string_view in, const DecodingBounds& bounds) {
  Output out(in.size(), bounds);
  if (auto whole = unpack_frame(in, out.most())) return Unpacked{.bytes = *std::move(whole)};
  const ZstdContext context = zstd_context();                      // its window may be large
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, 27);  // 128 MB, zstd's own default
  const auto block = std::make_unique<Block>();
  ZSTD_inBuffer input{in.data(), in.size(), 0};
  while (true) {
    ZSTD_outBuffer output{block->data(), block->size(), 0};
    const std::size_t result = ZSTD_decompressStream(context.get(), &output, &input);
    if (!out.append(block->data(), output.pos)) return out.too_large();
    const bool at_end = input.pos == input.size && output.pos < output.size;
    if (!ZSTD_isError(result) && !at_end) continue;
    out.unpacked.complete = result == 0;
    return std::move(out.unpacked);
  }
}

// Whether the first byte that is not white space begins a tag. Then the body is not compressed, whatever the header
// says: compressed data is unlikely to begin like this.
bool looks_like_markup(std::string_view body) {
  const std::size_t begin = body.substr(0, 256).find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return begin != std::string_view::npos && body[begin] == '<';
}

Result<Unpacked> decode_one(std::string body, std::string_view encoding, const DecodingBounds& bounds) {
  if (encoding == "gzip" || encoding == "x-gzip") {
    if (!body.starts_with("\x1f\x8b")) return Unpacked{.bytes = std::move(body)};
    return inflate_all(body, 31, bounds);
  }
  if (encoding == "zstd") {
    if (!body.starts_with("\x28\xb5\x2f\xfd")) return Unpacked{.bytes = std::move(body)};
    return zstd(body, bounds);
  }
  if (encoding != "deflate" && encoding != "br")
    return Error{code::unknown_encoding,
                 "Content-Encoding \"" + std::string(encoding.substr(0, 40)) + "\" is not gzip, deflate, br or zstd"};
  // Neither encoding begins with a magic number.
  if (body.empty() || looks_like_markup(body)) return Unpacked{.bytes = std::move(body)};
  if (encoding == "br") return brotli(body, bounds);
  // RFC 1950 §2.2: compression method 8, and the first two bytes a multiple of 31.
  const auto byte = [&](std::size_t i) { return i < body.size() ? static_cast<unsigned char>(body[i]) : 0u; };
  const bool zlib_header = (byte(0) & 15) == 8 && (byte(0) * 256 + byte(1)) % 31 == 0;
  auto unpacked = inflate_all(body, zlib_header ? 15 : -15, bounds);
  if (unpacked.ok() && !unpacked->complete && unpacked->bytes.empty() && zlib_header)
    return inflate_all(body, -15, bounds);
  return unpacked;
}

}  // namespace

Result<Unpacked> decode_content(std::string body, std::string_view encodings, const DecodingBounds& bounds) {
  Unpacked out{.bytes = std::move(body)};
  int count = 0;
  while (!encodings.empty()) {
    const std::size_t comma = encodings.rfind(',');
    std::string name = lower_ascii(comma == std::string_view::npos ? encodings : encodings.substr(comma + 1));
    encodings = encodings.substr(0, comma == std::string_view::npos ? 0 : comma);
    std::erase_if(name, [](char c) { return c == ' ' || c == '\t' || c == '"'; });
    if (name.empty() || name == "identity" || name == "none" || name == "utf-8")
      continue;  // the last two are seen in the wild
    if (++count > 3) return Error{code::unknown_encoding, "more than three content encodings"};
    auto unpacked = decode_one(std::move(out.bytes), name, bounds);
    if (!unpacked) return unpacked.error();
    out.bytes = std::move(unpacked->bytes);
    out.complete = out.complete && unpacked->complete;
  }
  return out;
}

Result<Unpacked> inflate_raw(std::string_view bytes, const DecodingBounds& bounds) {
  return inflate_all(bytes, -15, bounds);
}

}  // namespace pith::crawl
