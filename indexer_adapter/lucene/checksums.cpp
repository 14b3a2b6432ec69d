#include "indexer_adapter/lucene/checksums.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "core/system/write_file.h"
#include "indexer_adapter/lucene/detail/commit.h"
#include "indexer_adapter/lucene/detail/files.h"
#include "indexer_adapter/lucene/index_error.h"

namespace pith::index {
namespace {

namespace fs = std::filesystem;

constexpr const char* list_name = "pith-checksums";
constexpr const char* list_head = "pith-checksums 1";
constexpr std::size_t block_bytes = 256 << 10;

struct Look {
  std::int64_t size = 0, changed = 0;
  std::uint64_t inode = 0;
};

// nullopt with errno on failure.
std::optional<Look> look_at(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return Look{status.st_size, std::int64_t{status.st_ctim.tv_sec} * 1'000'000'000 + status.st_ctim.tv_nsec,
              status.st_ino};
}

// nullopt with errno if the file cannot be read.
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

std::string line_of(const std::string& name, std::int64_t size, std::uint32_t crc, std::uint64_t inode,
                    std::int64_t changed) {
  return fmt::format("{} {} {:08x} {} {}\n", name, size, crc, inode, changed);
}

}  // namespace

Result<Checksums> Checksums::read(const std::string& path) {
  Checksums sums;
  sums.path_ = path;
  const std::string file = (fs::path(path) / list_name).string();
  auto bytes = read_file(file);
  if (bytes && !*bytes) {
    const auto commit = newest_commit(path);
    if (!commit && is(commit.error(), IndexError::missing)) return sums;
    if (!commit) return commit.error();
    if (!commit->has_checksums) return sums;
    bytes = read_file(file);  // a commit made just now wrote the list before itself
  }
  if (!bytes) return bytes.error();
  const auto damaged = [&](const char* how) {
    return make_error(IndexError::damaged, file + " (the checksums of the other files) " + how +
                                               "; `pith doctor --repair` builds the index anew");
  };
  if (!*bytes) return damaged("is missing");
  const std::string_view all = **bytes, first = all.substr(0, all.size() / 2), second = all.substr(all.size() / 2);
  auto list = parse(first);
  if (!list) list = parse(second);
  if (!list) return damaged("is damaged");
  sums.list_ = *std::move(list);
  sums.one_copy_damaged_ = first != second;
  if (!sums.one_copy_damaged_) sums.saved_ = sums.list_;
  return sums;
}

std::optional<Checksums::List> Checksums::parse(std::string_view copy) {
  const std::size_t last = copy.size() < 2 ? std::string::npos : copy.rfind('\n', copy.size() - 2);
  if (last == std::string::npos) return std::nullopt;
  const std::string_view body = copy.substr(0, last + 1);
  if (copy.substr(last + 1) != fmt::format("{:08x}\n", crc32_of(body))) return std::nullopt;
  List list;
  std::istringstream lines{std::string(body)};
  std::string line;
  if (!std::getline(lines, line) || line != list_head) return std::nullopt;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string name;
    Sum sum;
    if (!(words >> name >> sum.size >> std::hex >> sum.crc >> std::dec >> sum.inode >> sum.changed))
      return std::nullopt;
    list.emplace(std::move(name), sum);
  }
  return list;
}

FileCheck Checksums::check(Depth depth, const std::function<void(std::int64_t, std::int64_t)>& progress) {
  FileCheck result;
  result.list_damaged = one_copy_damaged_;
  std::int64_t all_bytes = 0;
  for (const auto& [name, sum] : list_) all_bytes += sum.size;
  const auto read_bytes = [&](std::int64_t bytes) {
    result.bytes_read += bytes;
    if (progress) progress(result.bytes_read, all_bytes);
  };
  for (auto& [name, sum] : list_)
    if (auto damage = check_file(name, sum, depth, read_bytes, result.files))
      result.damaged.push_back(
          {name, damage->what + " (it holds " + std::string(what_it_holds(name)) + ")", damage->unreadable});
  find_unlisted(result);
  return result;
}

std::optional<Checksums::Damage> Checksums::check_file(const std::string& name, Sum& sum, Depth depth,
                                                       const std::function<void(std::int64_t)>& read_bytes,
                                                       std::size_t& files) const {
  const fs::path file = fs::path(path_) / name;
  const auto unreadable = [] { return Damage{std::string("cannot be read: ") + std::strerror(errno), true}; };
  const auto look = look_at(file);
  if (!look && errno == ENOENT) return std::nullopt;  // deleted; check_commit finds what the commit lacks
  ++files;
  if (!look) return unreadable();
  if (look->size != sum.size) return Damage{fmt::format("has {} bytes instead of {}", look->size, sum.size)};
  const bool as_it_was = look->inode == sum.inode && look->changed == sum.changed;
  if (depth == Depth::changed && as_it_was && look->size > small_file_bytes) return std::nullopt;
  const auto crc = read_crc(file, read_bytes);
  if (!crc && errno == ENOENT) return std::nullopt;
  if (!crc) return unreadable();
  if (*crc != sum.crc) return Damage{"has a wrong checksum"};
  sum.inode = look->inode;
  sum.changed = look->changed;
  return std::nullopt;
}

void Checksums::find_unlisted(FileCheck& result) const {
  auto names = files_of_segments(path_);
  if (!names) return result.damaged.push_back({"", "cannot be listed", true});
  std::erase_if(*names, [&](const std::string& name) { return list_.contains(name); });
  if (names->empty()) return;
  const auto commit = newest_commit(path_);
  for (std::string& name : *names) {
    const bool of_commit = !commit || commit->files.contains(name);
    (of_commit ? result.unknown : result.left_over).push_back(std::move(name));
  }
}

std::optional<Error> Checksums::update() {
  const auto names = files_of_segments(path_);
  if (!names) return names.error();
  List now;
  for (const std::string& name : *names) {
    if (const auto known = list_.find(name); known != list_.end()) {
      now.insert(*known);
      continue;
    }
    const fs::path file = fs::path(path_) / name;
    const auto look = look_at(file);
    if (!look) return cannot_be_read(file, errno);
    const auto crc = read_crc(file, {});
    if (!crc) return cannot_be_read(file, errno);
    now.emplace(name, Sum{look->size, *crc, look->inode, look->changed});
  }
  return save(std::move(now));
}

std::optional<Error> Checksums::forget_uncommitted() {
  const auto commit = newest_commit(path_);
  if (!commit) return commit.error();
  List now = list_;
  std::erase_if(now, [&](const auto& entry) { return !commit->files.contains(entry.first); });
  return save(std::move(now));
}

std::optional<Error> Checksums::save(List list) {
  list_ = std::move(list);
  if (list_ == saved_) return std::nullopt;
  std::string text = std::string(list_head) + "\n";
  for (const auto& [name, sum] : list_) text += line_of(name, sum.size, sum.crc, sum.inode, sum.changed);
  text += fmt::format("{:08x}\n", crc32_of(text));
  text += text;
  if (const auto error = replace_file((fs::path(path_) / list_name).string(), text, Durable::yes))
    return make_error(IndexError::write, error->message);
  saved_ = list_;
  one_copy_damaged_ = false;
  return std::nullopt;
}

}  // namespace pith::index
