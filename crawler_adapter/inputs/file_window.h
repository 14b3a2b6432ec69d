// A window over the bytes of a file, a part of one, standard input, or the next bytes of something else.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/file_part.h"

namespace pith::ingest {

// Holds a block, and what have() was asked for. Offsets are those in the part, if there is one.
class FileWindow {
 public:
  static constexpr std::size_t block = 256 << 10;  // bytes read at once
  // Appends at most a block of bytes, and returns how many: 0 at the end; nothing if they are cut short.
  using Read = std::function<std::optional<std::size_t>(std::string& out)>;

  // "-" is standard input, and begins with what the last window that was opened on it has read and not taken. Error
  // "no_input". A silent pipe is waited for until `stop` is set: then the file counts as ended.
  static Result<std::unique_ptr<FileWindow>> open(const std::string& path, const std::atomic<bool>* stop,
                                                  const std::optional<FilePart>& part);
  FileWindow(Read read, const std::atomic<bool>* stop);
  FileWindow(const FileWindow&) = delete;
  FileWindow& operator=(const FileWindow&) = delete;
  ~FileWindow();

  // Reads until so many bytes are in the window, and returns how many are: fewer at the end or after an error.
  std::size_t have(std::size_t bytes);
  std::string_view ahead(std::size_t bytes);  // the next bytes, as many as there are
  std::string_view rest() const { return std::string_view(bytes_).substr(next_); }  // of the window
  void take(std::size_t bytes) { next_ += bytes; }
  std::uint64_t position() const { return begin_ + next_; }  // of the next byte
  std::uint64_t begin() const { return begin_; }             // of the window
  const std::string& error() const { return error_; }        // why no more can be read; empty at the end of the file

  // Goes to an earlier place; false if that is impossible. The total of rereading stays proportional to what was read.
  bool rewind(std::uint64_t target);
  // Reads no more, because of this.
  void give_up(std::string why);
  // Reads the first bytes of the whole file; false if it has fewer.
  bool read_beginning(std::size_t offset, std::string& bytes) const;
  // Next time that standard input is opened, the window's bytes come first. Only if none of them was dropped.
  void give_back();

  const std::optional<PartReader>& part() const { return part_; }
  bool seekable() const { return seekable_; }
  std::uint64_t size() const { return size_; }  // of the whole file; 0: unknown

 private:
  FileWindow() = default;
  bool refill();
  std::optional<std::size_t> read_file(std::string& out);

  int file_ = -1;
  Read read_;
  std::optional<PartReader> part_;
  bool standard_input_ = false, seekable_ = false;
  const std::atomic<bool>* stop_ = nullptr;
  std::uint64_t size_ = 0;
  std::string bytes_;
  std::uint64_t begin_ = 0;
  std::size_t next_ = 0;  // first byte of the window that was not taken
  bool ended_ = false;
  std::string error_;
  std::uint64_t furthest_ = 0, rewound_ = 0;
};

}  // namespace pith::ingest
