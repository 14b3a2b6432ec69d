#include "indexer_adapter/lucene/index_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "indexer_adapter/lucene/detail/commit.h"
#include "indexer_adapter/lucene/detail/files.h"
#include "indexer_adapter/lucene/detail/index_directory.h"

namespace pith::index {
namespace {

namespace fs = std::filesystem;

constexpr const char* rebuild = "; `pith doctor --repair` builds the index anew";

// For an index without any commit left: was there ever one? Pith commits before there are segments, and the list of
// checksums names a segment's files before the commit that adds it, so a list with files means yes. So do segments
// beside "segments.gen", which Lucene++ writes after a commit. Segments alone, or a list without files, are what a
// killed process leaves of an index that never had a commit.
std::optional<Error> check_for_lost_commit(const std::string& path) {
  const auto checksums = Checksums::read(path);
  if (!checksums) return checksums.error();
  if (checksums->empty()) {
    const auto files = files_of_segments(path);
    if (!files) return files.error();
    std::error_code ignored;
    if (files->empty() || !fs::exists(fs::path(path) / "segments.gen", ignored)) return std::nullopt;
  }
  if (newest_commit(path)) return std::nullopt;  // another process has just made the first one
  return make_error(IndexError::damaged, path + ": the commit of the index (segments_N) is missing" + rebuild);
}

std::string reason() { return std::strerror(errno); }

}  // namespace

std::optional<Error> check_commit(const std::string& path) {
  const auto commit = newest_commit(path);
  if (commit) return std::nullopt;
  if (!is(commit.error(), IndexError::missing)) return commit.error();
  auto lost = check_for_lost_commit(path);
  return lost ? lost : commit.error();
}

std::optional<Error> check_index(const std::string& path) {
  if (auto error = check_commit(path)) return error;
  auto checksums = Checksums::read(path);
  if (!checksums) return checksums.error();
  return check_files(path, *checksums);
}

std::optional<Error> check_files(const std::string& path, Checksums& checksums, Depth depth,
                                 const std::function<void(std::int64_t, std::int64_t)>& progress) {
  const FileCheck check = checksums.check(depth, progress);
  if (check.damaged.empty()) return std::nullopt;
  auto worst = std::find_if(check.damaged.begin(), check.damaged.end(), [](const auto& f) { return !f.unreadable; });
  if (worst == check.damaged.end()) worst = check.damaged.begin();
  const std::string what = (fs::path(path) / worst->file).string() + ": " + worst->what +
                           (check.damaged.size() > 1 ? "; others as well" : "");
  if (worst->unreadable)
    return make_error(IndexError::read, what + "; check the disk and the permissions, then try again");
  return make_error(IndexError::damaged, what + rebuild);
}

bool has_damaged_hint(const std::string& path) {
  const auto read = read_file((fs::path(path) / "segments.gen").string());
  if (!read) return true;
  if (!*read) return false;
  const std::string& bytes = **read;
  // A format (-2, 4 bytes), and twice the number of the commit.
  return bytes.size() != 4 + 8 + 8 || bytes.substr(0, 4) != "\xFF\xFF\xFF\xFE" ||
         bytes.substr(4, 8) != bytes.substr(12);
}

Result<WriteLock> WriteLock::take(const std::string& path) {
  if (path.empty() || !utf8_path(path))
    return make_error(IndexError::unwritable,
                      path.empty() ? "index: the path is empty; see index.path"
                                   : "index: " + path +
                                         ": is not UTF-8, which Lucene++ needs; run Pith in that directory, or choose "
                                         "another one by index.path");
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    return make_error(IndexError::unwritable,
                      "index: cannot create the directory " + path + ": " + error.message() + "; see index.path");
  const std::string name = (fs::path(path) / "pith.lock").string();
  const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0)
    return make_error(IndexError::unwritable, "index: cannot write to " + path + ": " + reason() +
                                                  "; check its permissions and the free space");
  WriteLock lock(file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return make_error(IndexError::locked,
                        "index: another process is writing to " + path + "; wait for it or stop it");
    return make_error(IndexError::unwritable, "index: cannot lock " + name + ": " + reason() + "; see index.path");
  }
  return lock;
}

WriteLock::WriteLock(WriteLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

WriteLock& WriteLock::operator=(WriteLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

WriteLock::~WriteLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace pith::index
