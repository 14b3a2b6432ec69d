// The right to run one crawl, held by one process at a time.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace pith::pipeline {

// A lock (flock) on a file, which is made if need be and stays. Dies with the process; the crawler that it starts does
// not inherit it, so that one left over from a killed `pith crawl` is in nobody's way.
class CrawlLock {
 public:
  // Error codes "not_writable" and "crawl": another process holds it.
  static Result<CrawlLock> take(const std::filesystem::path& file);

  CrawlLock(CrawlLock&& other) noexcept;
  CrawlLock& operator=(CrawlLock&&) = delete;
  ~CrawlLock();

 private:
  explicit CrawlLock(int file) : file_(file) {}
  int file_;
};

}  // namespace pith::pipeline
