#include "crawler_adapter/inputs/unpacker.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <new>

#include "core/base/little_endian.h"

namespace pith::ingest {
namespace {

class Gzip final : public Unpacker {
 public:
  Gzip() {
    if (inflateInit2(&inflater_, 31) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&inflater_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // The magic, method deflate, no reserved flag.
  static bool begins(std::string_view bytes) {
    return bytes.size() >= 4 && bytes.starts_with("\x1f\x8b\x08") && (bytes[3] & 0xe0) == 0;
  }

  const char* name() const override { return "gzip"; }
  bool begins_member(std::string_view bytes) const override { return begins(bytes); }
  char first_byte() const override { return '\x1f'; }
  void begin_member() override { inflateReset(&inflater_); }

  Step unpack(std::string_view bytes, char* to, std::size_t room) override {
    inflater_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    inflater_.avail_in = static_cast<uInt>(bytes.size());
    inflater_.next_out = reinterpret_cast<Bytef*>(to);
    inflater_.avail_out = static_cast<uInt>(room);
    const int result = inflate(&inflater_, Z_NO_FLUSH);
    Step step{.taken = bytes.size() - inflater_.avail_in,
              .made = room - inflater_.avail_out,
              .ended = result == Z_STREAM_END,
              .error = {}};
    if (!step.ended && result != Z_OK && result != Z_BUF_ERROR)
      step.error = inflater_.msg ? inflater_.msg : "not readable";
    return step;
  }

 private:
  z_stream inflater_{};
};

class Zstandard final : public Unpacker {
 public:
  Zstandard() : context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!context_) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, 27);
  }

  static bool begins(std::string_view bytes) { return bytes.starts_with("\x28\xb5\x2f\xfd"); }
  static bool begins_aside(std::string_view bytes) {
    return bytes.size() >= 4 && (bytes[0] & 0xf0) == 0x50 && bytes.substr(1, 3) == "\x2a\x4d\x18";
  }

  const char* name() const override { return "Zstandard"; }
  bool begins_member(std::string_view bytes) const override { return begins(bytes); }
  char first_byte() const override { return '\x28'; }
  std::optional<std::uint32_t> aside(std::string_view bytes) const override {
    if (!begins_aside(bytes) || bytes.size() < aside_head_bytes) return std::nullopt;
    bytes.remove_prefix(4);
    return take_little_endian<std::uint32_t>(bytes);
  }
  bool is_dictionary(std::string_view bytes) const override { return bytes.starts_with("\x5d\x2a\x4d\x18"); }
  bool has_dictionary() const override { return has_dictionary_; }

  std::string take_dictionary(std::string_view bytes) override {
    std::string unpacked;
    if (begins(bytes)) {
      unpacked.resize(most_dictionary);
      const std::size_t size =
          ZSTD_decompressDCtx(context_.get(), unpacked.data(), unpacked.size(), bytes.data(), bytes.size());
      if (ZSTD_isError(size)) return ZSTD_getErrorName(size);
      bytes = std::string_view(unpacked).substr(0, size);
    }
    const std::size_t result = ZSTD_DCtx_loadDictionary(context_.get(), bytes.data(), bytes.size());
    has_dictionary_ = !ZSTD_isError(result);
    return has_dictionary_ ? std::string() : ZSTD_getErrorName(result);
  }

  void begin_member() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    taken_ = made_ = 0;
  }

  Step unpack(std::string_view bytes, char* to, std::size_t room) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer out{to, room, 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &out, &in);
    Step step{.taken = in.pos, .made = out.pos, .ended = result == 0, .error = {}};
    taken_ += step.taken;
    made_ += step.made;
    if (ZSTD_getErrorCode(result) == ZSTD_error_dictionary_wrong)
      step.error = "it needs a dictionary, which is not at the beginning of this file";
    else if (ZSTD_isError(result))
      step.error = ZSTD_getErrorName(result);
    else if (made_ > most_made && made_ / most_ratio > taken_)
      step.error = "it unpacks to over 1 GB, and to over 1,100 times its size";  // gzip cannot
    return step;
  }

 private:
  static constexpr std::uint64_t most_made = 1 << 30, most_ratio = 1100;

  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  bool has_dictionary_ = false;
  std::uint64_t taken_ = 0, made_ = 0;  // of this member
};

}  // namespace

std::unique_ptr<Unpacker> Unpacker::of(std::string_view head) {
  if (Gzip::begins(head)) return std::make_unique<Gzip>();
  if (Zstandard::begins(head) || Zstandard::begins_aside(head)) return std::make_unique<Zstandard>();
  return nullptr;
}

}  // namespace pith::ingest
