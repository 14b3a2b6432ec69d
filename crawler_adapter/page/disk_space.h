// Whether a disk is full: what SQLite reports as a failing disk often is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace pith::crawl {

// Less than 64 kB are free where the path is, or would be. False if nobody knows.
inline bool is_disk_full(const std::filesystem::path& path) {
  constexpr std::uintmax_t too_little = 64 << 10;
  std::error_code unknown;
  auto space = std::filesystem::space(path, unknown);
  if (unknown) space = std::filesystem::space(path.has_parent_path() ? path.parent_path() : ".", unknown);
  return !unknown && space.available < too_little;
}

}  // namespace pith::crawl
