#include "crawler_adapter/page/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

std::string directory() {
  const char* named = std::getenv("TMPDIR");
  return named && *named ? named : "/tmp";
}

Error file_error(const char* what) {
  const int number = errno;
  return {number == ENOSPC ? code::disk_full : code::io, directory() + ": a temporary file cannot be " + what + ": " +
                                                             std::strerror(number) +
                                                             "; TMPDIR names another directory"};
}

}  // namespace

TemporaryFile::~TemporaryFile() {
  if (file_ >= 0) ::close(file_);
}

Result<std::uint64_t> TemporaryFile::append(std::string_view bytes) {
  if (file_ < 0) {
    std::string name = directory() + "/pith-XXXXXX";
    file_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (file_ < 0) return file_error("made");
    ::unlink(name.c_str());
  }
  const std::uint64_t begin = size_;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return file_error("written");
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return begin;
}

std::optional<Error> TemporaryFile::read(std::uint64_t offset, std::span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return file_error("read");
    offset += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return std::nullopt;
}

}  // namespace pith::crawl
