// Keeps the damaged files of a page cache: their readable parts are copied, and they stay beside their replacements,
// with a list of what is lost.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

struct LostPage {
  std::string url;  // empty if it can no longer be read
  std::string what;
};

// Copies a file from a failing disk: unreadable bytes become zeros. Returns how many there are. Errors: disk_full,
// not_writable, io.
Result<std::int64_t> copy_readable(const std::string& from, const std::string& to);

// Makes "damaged-1" (or -2, …) in the cache's directory. Error not_writable.
Result<std::string> new_damaged_directory(const std::string& cache_directory);

// In such a directory: the log of the file that was replaced by a salvage.
std::string kept_log(const std::string& directory);

// The directory in which a killed salvage left the log of a file that it had not replaced yet. The cache cannot be
// opened until the salvage is run again: data that is only in this log would be lost.
std::optional<std::string> interrupted_salvage(const std::string& cache_directory);

// Adds one line per page to "lost.txt" in such a directory. Errors: disk_full, not_writable.
std::optional<Error> write_lost(const std::string& directory, std::span<const LostPage> lost);

}  // namespace pith::crawl
