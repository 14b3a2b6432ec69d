// The right to run one crawl; one process at a time may hold it.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace pith::pipeline {

// A lock (flock) on a file, which is created if needed and stays. It ends with the process; the crawler that the
// process starts does not inherit it, so one left over from a killed `pith crawl` blocks nobody.
class CrawlLock {
 public:
  // Waits for up to a second. Error codes "not_writable" and "crawl": another process holds it.
  static Result<CrawlLock> take(const std::filesystem::path& file);

  CrawlLock(CrawlLock&& other) noexcept;
  CrawlLock& operator=(CrawlLock&&) = delete;
  ~CrawlLock();

 private:
  explicit CrawlLock(int file) : file_(file) {}
  int file_;
};

}  // namespace pith::pipeline
