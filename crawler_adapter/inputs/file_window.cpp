#include "crawler_adapter/inputs/file_window.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace pith::ingest {
namespace {

constexpr std::uint64_t free_rewinds = 16 << 20;

// What detection has read from standard input, for the next reader.
std::string& standard_input_begin() {
  static std::string bytes;
  return bytes;
}

}  // namespace

Result<std::unique_ptr<FileWindow>> FileWindow::open(const std::string& path, const std::atomic<bool>* stop,
                                                     const std::optional<FilePart>& part) {
  std::unique_ptr<FileWindow> window(new FileWindow);
  window->stop_ = stop;
  window->standard_input_ = path == "-";
  window->file_ = window->standard_input_ ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (window->file_ < 0) return Error{"no_input", path + ": cannot be opened: " + std::strerror(errno)};
  struct stat status {};
  if (fstat(window->file_, &status) == 0) {
    if (S_ISDIR(status.st_mode)) return Error{"no_input", path + ": is a directory"};
    window->seekable_ = S_ISREG(status.st_mode) && !window->standard_input_;
    if (S_ISREG(status.st_mode)) window->size_ = static_cast<std::uint64_t>(status.st_size);
  }
  if (part) window->part_.emplace(window->file_, *part);
  if (window->standard_input_) window->bytes_ = std::exchange(standard_input_begin(), {});
  return window;
}

FileWindow::FileWindow(Read read, const std::atomic<bool>* stop) : read_(std::move(read)), stop_(stop) {}

FileWindow::~FileWindow() {
  if (file_ > 0) close(file_);
}

void FileWindow::give_back() {
  if (standard_input_ && begin_ == 0) standard_input_begin() = std::move(bytes_);
}

bool FileWindow::refill() {
  if (ended_) return false;
  if (next_ >= block) {
    bytes_.erase(0, next_);
    begin_ += next_;
    next_ = 0;
  }
  pollfd waiting{.fd = file_, .events = POLLIN, .revents = 0};
  while (!read_ && stop_ && !*stop_ && poll(&waiting, 1, 200) == 0) {
  }
  if (stop_ && *stop_) {
    ended_ = true;
    return false;
  }
  const auto got = read_ ? read_(bytes_) : read_file(bytes_);
  furthest_ = std::max(furthest_, begin_ + bytes_.size());
  if (got && *got > 0) return true;
  ended_ = true;
  if (!got)
    error_ = read_   ? "the piece of the file is cut short"
             : part_ ? part_->error()
                     : std::string("cannot be read: ") + std::strerror(errno);
  return false;
}

std::optional<std::size_t> FileWindow::read_file(std::string& out) {
  const std::size_t old = out.size();
  out.resize(old + block);
  ssize_t got = -1;
  do got = part_ ? part_->read(out.data() + old, block) : ::read(file_, out.data() + old, block);
  while (got < 0 && !part_ && errno == EINTR);
  out.resize(old + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return got < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(got));
}

std::size_t FileWindow::have(std::size_t bytes) {
  while (bytes_.size() - next_ < bytes && refill()) {
  }
  return bytes_.size() - next_;
}

std::string_view FileWindow::ahead(std::size_t bytes) {
  const std::size_t shown = std::min(have(bytes), bytes);
  return rest().substr(0, shown);
}

bool FileWindow::rewind(std::uint64_t target) {
  const std::uint64_t now = position();
  if (target > now || rewound_ + (now - target) > free_rewinds + furthest_) return false;
  if (target < begin_ &&
      !(part_ ? part_->seek(target) : seekable_ && lseek(file_, static_cast<off_t>(target), SEEK_SET) >= 0))
    return false;
  rewound_ += now - target;
  if (target >= begin_) {
    next_ = static_cast<std::size_t>(target - begin_);
  } else {
    bytes_.clear();
    begin_ = target;
    next_ = 0;
    ended_ = false;
  }
  return true;
}

void FileWindow::give_up(std::string why) {
  error_ = std::move(why);
  bytes_.clear();
  next_ = 0;
  ended_ = true;
}

bool FileWindow::read_beginning(std::size_t offset, std::string& bytes) const {
  return pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes.size());
}

}  // namespace pith::ingest
