#include "indexer_adapter/checksums.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace pith::index {
namespace {

namespace fs = std::filesystem;

constexpr const char* list_name = "pith-checksums";
constexpr const char* list_head = "pith-checksums 1";
constexpr std::size_t block_bytes = 256 << 10;

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int operator*() const { return descriptor_; }

 private:
  int descriptor_;
};

struct Look {
  std::int64_t size = 0, changed = 0;
  std::uint64_t inode = 0;
};

std::optional<Look> look_at(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return Look{status.st_size, std::int64_t{status.st_ctim.tv_sec} * 1'000'000'000 + status.st_ctim.tv_nsec,
              status.st_ino};
}

// nullopt with errno if it cannot be read.
std::optional<std::uint32_t> read_crc(const fs::path& file, const std::function<void(std::int64_t)>& read_bytes) {
  const File in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (*in < 0) return std::nullopt;
  std::vector<unsigned char> block(block_bytes);
  uLong crc = ::crc32(0, nullptr, 0);
  for (;;) {
    const ssize_t count = ::read(*in, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) return static_cast<std::uint32_t>(crc);
    crc = ::crc32(crc, block.data(), static_cast<uInt>(count));
    if (read_bytes) read_bytes(count);
  }
}

// Lucene's names for the files of segments: "_1a.cfs", "_1a_3.del".
bool is_of_segment(std::string_view name) { return name.starts_with('_') && name.find('.') != std::string_view::npos; }

std::vector<std::string> files_of_segments(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
    if (std::string name = entry->path().filename(); is_of_segment(name)) names.push_back(std::move(name));
  return names;
}

// What is lost with a file, for people.
std::string holds(std::string_view name) {
  const std::string_view kind = name.substr(name.rfind('.') + 1);
  for (const auto& [ending, what] :
       std::initializer_list<std::pair<std::string_view, const char*>>{{"cfs", "words and stored pages of a segment"},
                                                                       {"cfx", "stored pages"},
                                                                       {"fdt", "stored pages"},
                                                                       {"fdx", "where stored pages begin"},
                                                                       {"fnm", "names of fields"},
                                                                       {"frq", "which pages have a word"},
                                                                       {"prx", "where in pages words stand"},
                                                                       {"tis", "words"},
                                                                       {"tii", "words"},
                                                                       {"nrm", "lengths of fields"},
                                                                       {"del", "which pages are deleted"}})
    if (kind == ending) return what;
  return "a part of a segment";
}

std::string line_of(const std::string& name, std::int64_t size, std::uint32_t crc, std::uint64_t inode,
                    std::int64_t changed) {
  return fmt::format("{} {} {:08x} {} {}\n", name, size, crc, inode, changed);
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::fsync(file) == 0;
}

}  // namespace

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(::crc32_z(0, nullptr, 0), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

Result<Checksums> Checksums::read(const std::string& path) {
  Checksums sums;
  sums.path_ = path;
  const fs::path file = fs::path(path) / list_name;
  std::ifstream in(file, std::ios::binary);
  if (!in) return sums;
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const Error damaged{
      "index_damaged",
      "index: " + file.string() +
          " (the checksums of the other files) is damaged; `pith doctor --repair` builds the index anew"};
  const std::size_t last = bytes.size() < 2 ? std::string::npos : bytes.rfind('\n', bytes.size() - 2);
  if (last == std::string::npos) return damaged;
  const std::string_view body = std::string_view(bytes).substr(0, last + 1);
  if (bytes.substr(last + 1) != fmt::format("{:08x}\n", crc32_of(body))) return damaged;
  std::istringstream lines{std::string(body)};
  std::string line;
  if (!std::getline(lines, line) || line != list_head) return damaged;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string name;
    Sum sum;
    if (!(words >> name >> sum.size >> std::hex >> sum.crc >> std::dec >> sum.inode >> sum.changed)) return damaged;
    sums.list_.emplace(std::move(name), sum);
  }
  sums.saved_ = sums.list_;
  return sums;
}

FileCheck Checksums::check(Depth depth, const std::function<void(std::int64_t, std::int64_t)>& progress) {
  FileCheck result;
  std::int64_t all_bytes = 0;
  for (const auto& [name, sum] : list_) all_bytes += sum.size;
  for (auto& [name, sum] : list_) {
    const fs::path file = fs::path(path_) / name;
    const auto look = look_at(file);
    if (!look) continue;  // deleted; if the commit needs it, opening says so
    ++result.files;
    const auto damaged = [&](const std::string& what) {
      result.damaged.push_back({name, "of " + holds(name) + ", " + what});
    };
    if (look->size != sum.size) {
      damaged(fmt::format("has {} bytes instead of {}", look->size, sum.size));
      continue;
    }
    const bool as_it_was = look->inode == sum.inode && look->changed == sum.changed;
    if (depth == Depth::changed && as_it_was && look->size > small_file_bytes) continue;
    const auto crc = read_crc(file, [&](std::int64_t bytes) {
      result.bytes_read += bytes;
      if (progress) progress(result.bytes_read, all_bytes);
    });
    if (!crc && errno == ENOENT) continue;
    if (!crc) {
      damaged(std::string("cannot be read: ") + std::strerror(errno));
    } else if (*crc != sum.crc) {
      damaged("has a wrong checksum");
    } else {
      sum.inode = look->inode;
      sum.changed = look->changed;
    }
  }
  for (std::string& name : files_of_segments(path_))
    if (!list_.contains(name)) result.unknown.push_back(std::move(name));
  return result;
}

std::optional<Error> Checksums::update() {
  List now;
  for (const std::string& name : files_of_segments(path_)) {
    if (const auto known = list_.find(name); known != list_.end()) {
      now.insert(*known);
      continue;
    }
    const fs::path file = fs::path(path_) / name;
    const auto look = look_at(file);
    const auto crc = read_crc(file, {});
    if (!look || !crc) return Error{"index_write", "index: cannot read " + file.string() + ": " + std::strerror(errno)};
    now.emplace(name, Sum{look->size, *crc, look->inode, look->changed});
  }
  list_ = std::move(now);
  return list_ == saved_ ? std::nullopt : save();
}

std::optional<Error> Checksums::save() {
  std::string text = std::string(list_head) + "\n";
  for (const auto& [name, sum] : list_) text += line_of(name, sum.size, sum.crc, sum.inode, sum.changed);
  text += fmt::format("{:08x}\n", crc32_of(text));
  const std::string final_name = (fs::path(path_) / list_name).string(), new_name = final_name + ".new";
  const auto failed = [&] {
    return Error{"index_write", "index: cannot write " + final_name + ": " + std::strerror(errno)};
  };
  {
    const File out(::open(new_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (*out < 0 || !write_all(*out, text)) return failed();
  }
  if (::rename(new_name.c_str(), final_name.c_str()) != 0) return failed();
  const File directory(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (*directory >= 0) ::fsync(*directory);  // Lucene++ does so for its own files where the system can
  saved_ = list_;
  return std::nullopt;
}

}  // namespace pith::index
