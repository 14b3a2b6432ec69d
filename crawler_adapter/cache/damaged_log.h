// SQLite's write-ahead log ("pages.sqlite-wal") after bits have flipped in it. SQLite treats the first frame with a
// wrong checksum as the end of the log, and silently drops the transactions after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

struct LogCheck {
  std::int64_t transactions = 0;  // that can be read
  std::int64_t lost = 0;          // after a frame that cannot be read
  // The last frame is incomplete: a process was killed while writing it, before it reported success. Or a bit has
  // flipped in the last transaction.
  bool ends_in_the_middle = false;
  bool operator==(const LogCheck&) const = default;
};

// Checks the log of this database file; all zero if there is no log. Reads the whole log, and again after a pause if it
// finds damage: a log that is being written can look damaged for a moment. O(bytes).
LogCheck check_log(const std::string& database_file);

// If the log has lost transactions, keeps a copy of it as "pages.sqlite-wal.damaged" before SQLite drops them. Errors:
// those of copy_readable.
std::optional<Error> keep_damaged_log(const std::string& database_file);

// The path of that copy.
std::string damaged_log_of(const std::string& database_file);

}  // namespace pith::crawl
