// SQLite's write-ahead log ("pages.sqlite-wal") after bits have flipped in it. SQLite takes the first frame with a
// wrong checksum for the end of what was written, and drops the transactions behind it without a word.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace pith::crawl {

struct LogCheck {
  std::int64_t transactions = 0;  // that can be read,
  std::int64_t lost = 0;          // and that stand behind a frame that cannot
  // The last frame is not whole: a process was killed while it wrote it, and nobody was told that it is stored. Or a
  // bit has flipped in the last transaction.
  bool ends_in_the_middle = false;
  bool operator==(const LogCheck&) const = default;
};

// Of the log of this database file; empty where there is none. Reads all of the log, and once more after a pause if it
// finds something: a log that is being written to looks damaged for a moment. O(bytes).
LogCheck check_log(const std::string& database_file);

// Where the log has lost transactions, keeps a copy of it as "pages.sqlite-wal.damaged" before SQLite drops them.
// Errors: those of copy_readable.
std::optional<Error> keep_damaged_log(const std::string& database_file);

// The name of that copy.
std::string damaged_log_of(const std::string& database_file);

}  // namespace pith::crawl
