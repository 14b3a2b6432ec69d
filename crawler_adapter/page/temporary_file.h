// A file for what memory has no room for. It has no name: it is gone when its owner is, whatever ends the process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/result.h"

namespace pith::crawl {

// Made in TMPDIR (/tmp) when something is written. Not thread-safe, but for read().
class TemporaryFile {
 public:
  TemporaryFile() = default;
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // Where the bytes begin. Errors: "io", "disk_full".
  Result<std::uint64_t> append(std::string_view bytes);
  // Fills `bytes` from this offset on; all of them were written. Error "io".
  std::optional<Error> read(std::uint64_t offset, std::span<char> bytes) const;

  std::uint64_t size() const { return size_; }
  // What comes next overwrites what is there.
  void clear() { size_ = 0; }

 private:
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace pith::crawl
