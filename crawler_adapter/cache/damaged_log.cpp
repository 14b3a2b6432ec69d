#include "crawler_adapter/cache/damaged_log.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "crawler_adapter/cache/damaged_files.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

namespace fs = std::filesystem;

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
constexpr std::size_t header_bytes = 32, frame_header_bytes = 24;
constexpr std::uint32_t magic = 0x377f0682;  // with the lowest bit set: checksums of big-endian words

std::uint32_t big_endian(const unsigned char* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

class LogSum {
 public:
  explicit LogSum(bool big) : big_(big) {}
  // `size` is a multiple of 8.
  void add(const unsigned char* at, std::size_t size) {
    for (std::size_t i = 0; i + 8 <= size; i += 8) {
      first_ += word(at + i) + second_;
      second_ += word(at + i + 4) + first_;
    }
  }
  bool stands_at(const unsigned char* at) const { return big_endian(at) == first_ && big_endian(at + 4) == second_; }

 private:
  std::uint32_t word(const unsigned char* at) const {
    return big_ ? big_endian(at)
                : std::uint32_t{at[3]} << 24 | std::uint32_t{at[2]} << 16 | std::uint32_t{at[1]} << 8 | at[0];
  }
  bool big_;
  std::uint32_t first_ = 0, second_ = 0;
};

bool read(std::ifstream& in, std::vector<unsigned char>& bytes) {
  return static_cast<bool>(in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())));
}

LogCheck look(const std::string& file) {
  LogCheck check;
  std::ifstream in(file, std::ios::binary);
  std::vector<unsigned char> header(header_bytes);
  if (!in || !read(in, header)) return check;
  LogSum sum((big_endian(header.data()) & 1) != 0);
  sum.add(header.data(), 24);
  if ((big_endian(header.data()) & ~1u) != magic || !sum.stands_at(header.data() + 24)) {
    // The header is written before the first frame: if there are frames, it was once complete.
    std::error_code error;
    if (fs::file_size(file, error) >= header_bytes + frame_header_bytes + 512 && !error) check.lost = 1;
    return check;
  }
  const std::size_t page_bytes = big_endian(header.data() + 8);
  if (page_bytes < 512 || page_bytes > 65536) return check;
  std::vector<unsigned char> frame(frame_header_bytes + page_bytes);
  bool whole = true;
  while (read(in, frame)) {
    // Frames left from an earlier pass through the file differ in both halves of the salt; a flipped bit changes only
    // one.
    const bool same_first = std::equal(frame.begin() + 8, frame.begin() + 12, header.begin() + 16);
    const bool same_second = std::equal(frame.begin() + 12, frame.begin() + 16, header.begin() + 20);
    if (!same_first && !same_second) break;
    const bool commits = big_endian(frame.data() + 4) != 0;
    if (whole && !(same_first && same_second)) {
      whole = false;
      check.ends_in_the_middle = true;
    } else if (whole) {
      sum.add(frame.data(), 8);
      sum.add(frame.data() + frame_header_bytes, page_bytes);
      whole = sum.stands_at(frame.data() + 16);
      check.ends_in_the_middle = !whole;
      if (whole && commits) ++check.transactions;
    } else if (commits) {
      ++check.lost;
    }
  }
  return check;
}

}  // namespace

LogCheck check_log(const std::string& database_file) {
  const std::string file = database_file + "-wal";
  LogCheck check = look(file);
  for (int attempt = 0; attempt < 3 && (check.lost > 0 || check.ends_in_the_middle); ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    const LogCheck again = look(file);
    if (again == check) return check;
    check = again;
  }
  return check;
}

std::string damaged_log_of(const std::string& database_file) { return database_file + "-wal.damaged"; }

std::optional<Error> keep_damaged_log(const std::string& database_file) {
  if (check_log(database_file).lost == 0) return std::nullopt;
  const std::string copy = damaged_log_of(database_file);
  const auto copied = copy_readable(database_file + "-wal", copy + ".new");
  if (!copied) return copied.error();
  std::error_code error;
  fs::rename(copy + ".new", copy, error);
  if (error)
    return Error{code::not_writable, copy + ": cannot be created (" + error.message() +
                                         "); check the directory and its permissions, then run again"};
  return std::nullopt;
}

}  // namespace pith::crawl
