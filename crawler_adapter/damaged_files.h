// What becomes of damaged files of a page cache: they are copied as far as they can be read, and kept beside what takes
// their place, with a list of what is lost.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

struct LostPage {
  std::string url;  // empty if nothing names it any more
  std::string what;
};

// Copies a file from a disk that may fail: what cannot be read becomes zeros. Returns how many bytes that is. Errors:
// disk_full, not_writable, io.
Result<std::int64_t> copy_readable(const std::string& from, const std::string& to);

// Makes "damaged-1" (or -2, …) in the cache's directory. Error not_writable.
Result<std::string> new_damaged_directory(const std::string& cache_directory);

// In such a directory: the log of the file that a salvage replaces.
std::string kept_log(const std::string& directory);

// The directory in which a salvage that was killed has left the log of the file that is still in its place. Until it is
// run again the cache is not opened: what this log has alone would be lost.
std::optional<std::string> interrupted_salvage(const std::string& cache_directory);

// Adds a line a page to "lost.txt" in such a directory. Errors: disk_full, not_writable.
std::optional<Error> write_lost(const std::string& directory, std::span<const LostPage> lost);

}  // namespace pith::crawl
