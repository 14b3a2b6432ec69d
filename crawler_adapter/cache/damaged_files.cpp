#include "crawler_adapter/cache/damaged_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block_bytes = 4096, chunk_bytes = 256 * block_bytes;

class File {
 public:
  File(const std::string& name, int flags) : file_(::open(name.c_str(), flags | O_CLOEXEC, 0644)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (file_ >= 0) ::close(file_);
  }
  operator int() const { return file_; }  // NOLINT: a descriptor is what it is

 private:
  int file_;
};

Error cannot(const std::string& what) {
  if (errno == ENOSPC || errno == EDQUOT)
    return {code::disk_full, what + ": the disk is full; free some space and run again"};
  return {code::not_writable,
          what + ": " + std::strerror(errno) + "; check the disk and the permissions, then run again"};
}

// False at the first byte that cannot be read.
bool read_whole(int file, char* bytes, std::size_t size, off_t at) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t got = ::pread(file, bytes + done, size - done, at + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

bool write_whole(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

Result<std::int64_t> copy_readable(const std::string& from, const std::string& to) {
  const File in(from, O_RDONLY);
  struct stat status {};
  if (in < 0 || ::fstat(in, &status) != 0)
    return Error{code::io,
                 from + ": cannot be opened: " + std::strerror(errno) + "; check the disk and the permissions"};
  const File out(to, O_WRONLY | O_CREAT | O_TRUNC);
  if (out < 0) return cannot(to);
  std::int64_t unreadable = 0;
  std::vector<char> chunk(chunk_bytes);
  for (off_t at = 0; at < status.st_size; at += static_cast<off_t>(chunk_bytes)) {
    const std::size_t size = std::min<std::size_t>(chunk_bytes, static_cast<std::size_t>(status.st_size - at));
    if (!read_whole(in, chunk.data(), size, at))
      for (std::size_t block = 0; block < size; block += block_bytes) {
        const std::size_t bytes = std::min(block_bytes, size - block);
        if (read_whole(in, chunk.data() + block, bytes, at + static_cast<off_t>(block))) continue;
        std::fill_n(chunk.data() + block, bytes, '\0');
        unreadable += static_cast<std::int64_t>(bytes);
      }
    if (!write_whole(out, {chunk.data(), size})) return cannot(to);
  }
  return unreadable;
}

Result<std::string> new_damaged_directory(const std::string& cache_directory) {
  for (int number = 1;; ++number) {
    const std::string path = (fs::path(cache_directory) / ("damaged-" + std::to_string(number))).string();
    if (::mkdir(path.c_str(), 0755) == 0) return path;
    if (errno != EEXIST) return cannot(path);
  }
}

std::string kept_log(const std::string& directory) { return (fs::path(directory) / "pages.sqlite-wal").string(); }

std::optional<std::string> interrupted_salvage(const std::string& cache_directory) {
  const fs::path file = fs::path(cache_directory) / "pages.sqlite";
  std::error_code ignored;
  for (int number = 1;; ++number) {
    const fs::path kept = fs::path(cache_directory) / ("damaged-" + std::to_string(number));
    if (!fs::exists(kept, ignored)) return std::nullopt;
    // The same file under both names: nothing else was put in its place.
    if (fs::exists(kept_log(kept), ignored) && fs::equivalent(file, kept / "pages.sqlite", ignored))
      return kept.string();
  }
}

std::optional<Error> write_lost(const std::string& directory, std::span<const LostPage> lost) {
  if (lost.empty()) return std::nullopt;
  std::string text;
  for (const LostPage& page : lost) {
    std::string line = page.url + (page.url.empty() ? "" : ": ") + page.what;
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    text += line + '\n';
  }
  const std::string name = (fs::path(directory) / "lost.txt").string();
  const File out(name, O_WRONLY | O_CREAT | O_APPEND);
  if (out < 0 || !write_whole(out, text)) return cannot(name);
  return std::nullopt;
}

}  // namespace pith::crawl
