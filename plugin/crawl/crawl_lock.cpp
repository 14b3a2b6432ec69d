#include "plugin/crawl/crawl_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

namespace pith::pipeline {
namespace {

// If a process is killed while it starts the crawler, the child holds the lock until it has become the crawler.
constexpr auto patience = std::chrono::seconds(1);

}  // namespace

Result<CrawlLock> CrawlLock::take(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  const int descriptor = error ? -1 : ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0)
    return Error{"not_writable", file.string() + ": cannot be created (" +
                                     (error ? error.message() : std::strerror(errno)) +
                                     "); check the directory and its permissions"};
  CrawlLock lock(descriptor);
  const auto until = std::chrono::steady_clock::now() + patience;
  bool is_mine = false;
  while (!(is_mine = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) && errno == EWOULDBLOCK &&
         std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  if (is_mine) return lock;
  if (errno == EWOULDBLOCK)
    return Error{"crawl", "another `pith crawl` of the same start URLs is running into this page cache (" +
                              file.string() + " is locked); wait for it or stop it"};
  return Error{"not_writable", file.string() + ": cannot be locked (" + std::strerror(errno) + "); see cache.path"};
}

CrawlLock::CrawlLock(CrawlLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

CrawlLock::~CrawlLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace pith::pipeline
