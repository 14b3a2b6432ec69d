#include "crawler_adapter/cache/detail/cache_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

std::string file_in(const std::string& directory) { return (std::filesystem::path(directory) / "pages.lock").string(); }

int open_file(const std::string& name) {
  const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  return file < 0 && errno == EACCES ? ::open(name.c_str(), O_RDONLY | O_CLOEXEC) : file;
}

Error cannot(const char* what, const std::string& name) {
  return {code::not_writable, name + ": cannot be " + what + " (" + std::strerror(errno) +
                                  "); check the directory, its permissions and the free space"};
}

bool wait_for(int file, int kind, std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (::flock(file, kind | LOCK_NB) != 0) {
    if ((errno != EWOULDBLOCK && errno != EINTR) || std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

}  // namespace

Result<CacheLock> CacheLock::share(const std::string& directory) {
  const std::string name = file_in(directory);
  CacheLock lock(open_file(name));
  if (lock.file_ < 0 && (errno == EACCES || errno == EPERM || errno == EROFS || errno == ENOENT)) return lock;
  if (lock.file_ < 0) return cannot("made", name);
  if (wait_for(lock.file_, LOCK_SH, std::chrono::seconds(30))) return lock;
  if (errno == EWOULDBLOCK)
    return Error{code::busy,
                 name + ": `pith doctor --repair` is at work on this page cache; wait for it, then try again"};
  return cannot("locked", name);
}

Result<CacheLock> CacheLock::own(const std::string& directory) {
  const std::string name = file_in(directory);
  CacheLock lock(open_file(name));
  if (lock.file_ < 0) return cannot("made", name);
  if (wait_for(lock.file_, LOCK_EX, std::chrono::seconds(2))) return lock;
  if (errno == EWOULDBLOCK)
    return Error{code::busy,
                 directory + ": another process uses this page cache; end crawls and `pith index`, then try again"};
  return cannot("locked", name);
}

CacheLock::CacheLock(CacheLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

CacheLock::~CacheLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace pith::crawl
