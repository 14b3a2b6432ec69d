// Page bodies in stored form: zstd frames with size and checksum (deploy/manual/formats.md).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {

// Text that bodies have in common: the beginning of another page of the site. A frame made with it needs it again.
// What zstd makes of it is made at the first use in each direction. Thread-safe for decompression.
class BodyDictionary {
 public:
  static constexpr std::size_t max_bytes = 128 << 10;  // more hardly helps

  // Takes the first max_bytes.
  explicit BodyDictionary(std::string_view text);
  ~BodyDictionary();
  BodyDictionary(const BodyDictionary&) = delete;
  BodyDictionary& operator=(const BodyDictionary&) = delete;

  const std::string& text() const { return text_; }

 private:
  friend std::string compress_body(std::string_view, BodyDictionary*);
  friend Result<std::string> decompress_body(std::string_view, std::size_t, BodyDictionary*);
  struct Tables;

  std::string text_;
  std::unique_ptr<Tables> tables_;
};

inline Error damaged_body(const std::string& what) {
  return not_found(code::damaged_body, "the stored body is damaged: " + what);
}

std::string compress_body(std::string_view bytes, BodyDictionary* dictionary = nullptr);

// The original bytes. Error "damaged_body" if it is not one of our frames, was made with another dictionary, its
// checksum is wrong, or it would decompress to more than `max_bytes`.
Result<std::string> decompress_body(std::string_view stored, std::size_t max_bytes,
                                    BodyDictionary* dictionary = nullptr);

}  // namespace pith::crawl
