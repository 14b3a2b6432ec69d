// Keeps those who use a page cache apart from the one who puts another file in its place: SQLite's own locks belong to
// the file that goes, and whoever still has that open would take the new one's log for its own.
#pragma once

#include <string>

#include "core/base/result.h"

namespace pith::crawl {

// A lock (flock) on "pages.lock" in the cache's directory, which is made if need be and stays. Dies with the process;
// programs that it starts do not inherit it.
class CacheLock {
 public:
  // For as long as the cache is open, any number at a time; to be taken before the file is opened. Waits up to 30
  // seconds for the one who replaces the file ("busy"). Where no file can be made there is no lock to take, and nobody
  // who could replace one.
  static Result<CacheLock> share(const std::string& directory);
  // For the one who replaces the file. "busy" if anybody has the cache open, "not_writable".
  static Result<CacheLock> own(const std::string& directory);

  CacheLock(CacheLock&& other) noexcept;
  CacheLock& operator=(CacheLock&&) = delete;
  ~CacheLock();

 private:
  explicit CacheLock(int file) : file_(file) {}
  int file_;
};

}  // namespace pith::crawl
