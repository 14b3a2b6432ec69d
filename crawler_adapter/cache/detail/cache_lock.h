// Keeps users of a page cache separate from the process that replaces its file: SQLite's own locks belong to the old
// file, and a process that still has it open would use the new file's log as its own.
#pragma once

#include <string>

#include "core/base/result.h"

namespace pith::crawl {

// A lock (flock) on "pages.lock" in the cache's directory; the file is created if necessary and never removed. The lock
// ends with the process; programs that it starts do not inherit it.
class CacheLock {
 public:
  // For as long as the cache is open; any number of processes may share it. Acquire it before the file is opened. Waits
  // up to 30 seconds for a process that is replacing the file ("busy"). If the lock file cannot be created, no lock is
  // needed, because nobody can replace the file either.
  static Result<CacheLock> share(const std::string& directory);
  // For the process that replaces the file. Errors: "busy" if anybody has the cache open, "not_writable".
  static Result<CacheLock> own(const std::string& directory);

  CacheLock(CacheLock&& other) noexcept;
  CacheLock& operator=(CacheLock&&) = delete;
  ~CacheLock();

 private:
  explicit CacheLock(int file) : file_(file) {}
  int file_;
};

}  // namespace pith::crawl
