#include "indexer_adapter/index_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>
#include <utility>

#include "core/encoding.h"
#include "indexer_adapter/checksums.h"

namespace pith::index {
namespace {

namespace fs = std::filesystem;

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

// The segments files by generation: "segments_1a", the generation in base 36.
std::map<std::uint64_t, fs::path> segments_files(const std::string& path) {
  std::map<std::uint64_t, fs::path> files;
  std::error_code ignored;
  for (fs::directory_iterator entry(path, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    if (!name.starts_with("segments_") || name.size() > 9 + 12) continue;
    std::size_t used = 0;
    try {
      const std::uint64_t generation = std::stoull(name.substr(9), &used, 36);
      if (used == name.size() - 9) files.emplace(generation, entry->path());
    } catch (const std::exception&) {  // not a number: not Lucene's
    }
  }
  return files;
}

// The file: a format (negative, 4 bytes, big endian), ..., the CRC-32 of all before (8 bytes).
std::optional<Error> check_segments(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::string where = "index: " + file.string();
  if (bytes.size() < 4 + 8)
    return Error{"index_damaged", where + " is cut short; `pith doctor --repair` builds the index anew"};
  const auto format = static_cast<std::int32_t>(big_endian(std::string_view(bytes).substr(0, 4)));
  if (format < -9 || format > -5)
    return Error{"index_version", where + " is not of a Lucene version from 2.4 to 3.0; choose another index.path"};
  if (big_endian(std::string_view(bytes).substr(bytes.size() - 8)) != crc32_of({bytes.data(), bytes.size() - 8}))
    return Error{"index_damaged", where + " has a wrong checksum; `pith doctor --repair` builds the index anew"};
  return std::nullopt;
}

// Whether all that there is of the index is a first commit that never ended: Lucene++ writes segments.gen when one has.
bool only_unfinished_first_commit(const std::string& path, const std::map<std::uint64_t, fs::path>& files) {
  std::error_code ignored;
  if (files.size() != 1 || files.begin()->first != 1 || fs::exists(fs::path(path) / "segments.gen", ignored)) return false;
  const auto error = check_segments(files.begin()->second);
  return error && error->code == "index_damaged";
}

Error missing(const std::string& path) {
  std::error_code ignored;
  return Error{"index_missing", "index: there is no index at " + path +
                                    (fs::is_directory(path, ignored) ? " yet: nothing was indexed into it" : "")};
}

std::string reason() { return std::strerror(errno); }

}  // namespace

std::optional<Error> check_commit(const std::string& path) {
  std::optional<Error> error;
  // A writer may be at it: its commit is whole a moment later, and the file that was just listed may be gone.
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto files = segments_files(path);
    if (files.empty()) return missing(path);
    error = check_segments(files.rbegin()->second);
    if (!error) return std::nullopt;
    // Lucene++ falls back to the older commit by itself.
    if (files.size() > 1 && error->code == "index_damaged" && !check_segments(std::next(files.rbegin())->second))
      return std::nullopt;
  }
  return only_unfinished_first_commit(path, segments_files(path)) ? missing(path) : error;
}

std::optional<Error> check_index(const std::string& path) {
  if (auto error = check_commit(path)) return error;
  auto checksums = Checksums::read(path);
  if (!checksums) return checksums.error();
  return check_files(path, *checksums);
}

std::optional<Error> check_files(const std::string& path, Checksums& checksums) {
  const FileCheck check = checksums.check(Depth::changed);
  if (check.damaged.empty()) return std::nullopt;
  const DamagedFile& first = check.damaged.front();
  return Error{"index_damaged", "index: " + (fs::path(path) / first.file).string() + ", " + first.what +
                                    (check.damaged.size() > 1 ? ", and others are damaged" : "") +
                                    "; `pith doctor --repair` builds the index anew"};
}

bool has_damaged_hint(const std::string& path) {
  std::ifstream in(fs::path(path) / "segments.gen", std::ios::binary);
  if (!in) return false;
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  // A format (-2, 4 bytes), and twice the number of the commit.
  return bytes.size() != 4 + 8 + 8 || bytes.substr(0, 4) != "\xFF\xFF\xFF\xFE" ||
         bytes.substr(4, 8) != bytes.substr(12);
}

void drop_unfinished_commit(const std::string& path) {
  auto files = segments_files(path);
  std::error_code failed;
  if (only_unfinished_first_commit(path, files)) fs::remove(files.begin()->second, failed);
  while (files.size() > 1 && check_segments(files.rbegin()->second)) {
    if (check_segments(std::next(files.rbegin())->second)) return;
    std::error_code ignored;
    fs::remove(files.rbegin()->second, ignored);
    fs::remove(fs::path(path) / "segments.gen", ignored);  // may name the file just removed; Lucene lists instead
    files.erase(std::prev(files.end()));
  }
}

Result<WriteLock> WriteLock::take(const std::string& path) {
  if (path.empty() || !is_valid_utf8(path))
    return Error{"index_unwritable", "index: the path is empty or not UTF-8, which Lucene++ needs"};
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Error{"index_unwritable", "index: cannot make the directory " + path + ": " + error.message() + "; see index.path"};
  const std::string name = (fs::path(path) / "pith.lock").string();
  const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return Error{"index_unwritable", "index: cannot write to " + path + ": " + reason() + "; check its permissions and the free space"};
  WriteLock lock(file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return Error{"index_locked", "index: another process is writing to " + path + "; wait for it or end it"};
    return Error{"index_unwritable", "index: cannot lock " + name + ": " + reason() + "; see index.path"};
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
