// Why SQLite reports a failing disk, more often than a disk fails.
#pragma once

#include <sys/resource.h>

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

// The database, or its log, has hardly less than the process may write to a file (ulimit -f).
inline bool is_at_size_limit(const std::filesystem::path& database) {
  constexpr std::uintmax_t most_at_once = 256 << 10;
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  std::uintmax_t largest = 0;
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(database.string() + suffix, unknown);
    if (!unknown && size > largest) largest = size;
  }
  return largest + most_at_once >= limit.rlim_cur;
}

}  // namespace pith::crawl
