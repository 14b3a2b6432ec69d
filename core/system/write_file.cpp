#include "core/system/write_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace pith {
namespace {

// Returns 0 or an errno. Programs that the process starts do not inherit the open file.
int write_all(const std::string& file, std::string_view bytes, Durable durable) {
  const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (out < 0) return errno;
  int failure = 0;
  while (failure == 0 && !bytes.empty()) {
    const ssize_t count = ::write(out, bytes.data(), bytes.size());
    if (count >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      failure = errno;
  }
  if (failure == 0 && durable == Durable::yes && ::fsync(out) != 0) failure = errno;
  if (::close(out) != 0 && failure == 0) failure = errno;
  return failure;
}

void sync_directory_of(const std::string& file) {
  const std::string parent = std::filesystem::path(file).parent_path().string();
  const int directory = ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

}  // namespace

Error cannot_be_written(const std::string& file, int reason) {
  return {"write", file + ": cannot be written: " + std::generic_category().message(reason)};
}

std::optional<Error> write_file(const std::string& file, std::string_view bytes) {
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(file, ignored));
  const int failure = write_all(file, bytes, Durable::no);
  if (failure == 0) return std::nullopt;
  if (is_new) std::filesystem::remove(file, ignored);
  return cannot_be_written(file, failure);
}

std::optional<Error> replace_file(const std::string& file, std::string_view bytes, Durable durable) {
  const std::string fresh = file + ".new";
  int failure = write_all(fresh, bytes, durable);
  if (failure == 0 && std::rename(fresh.c_str(), file.c_str()) != 0) failure = errno;
  if (failure != 0) {
    ::unlink(fresh.c_str());
    return cannot_be_written(file, failure);
  }
  if (durable == Durable::yes) sync_directory_of(file);
  return std::nullopt;
}

}  // namespace pith
