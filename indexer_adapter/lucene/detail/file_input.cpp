#include "indexer_adapter/lucene/detail/file_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <typeinfo>
#include <utility>

#include "indexer_adapter/lucene/detail/files.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

// Look-ups read little from many places; whoever reads on and on gets more at a time.
constexpr std::size_t smallest_buffer = 1 << 10, largest_buffer = 32 << 10;

struct OpenFile {
  explicit OpenFile(std::string at) : path(std::move(at)), file(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (*file < 0 && errno == ENOENT) boost::throw_exception(Lucene::FileNotFoundException(widen(path)));
    struct stat status {};
    if (*file < 0 || ::fstat(*file, &status) != 0) fail(std::strerror(errno));
    length = status.st_size;
  }

  [[noreturn]] void fail(const std::string& what) const {
    boost::throw_exception(Lucene::IOException(widen(path + ": " + what)));
  }

  // At least one byte, at most `most`.
  std::size_t read(std::uint8_t* bytes, std::size_t most, std::int64_t position) const {
    while (true) {
      const ssize_t count = ::pread(*file, bytes, most, position);
      if (count > 0) return static_cast<std::size_t>(count);
      if (count == 0) fail("ends too early");
      if (errno != EINTR) fail(std::strerror(errno));
    }
  }

  const std::string path;
  const File file;
  std::int64_t length;
};

class FileInput : public Lucene::IndexInput {
 public:
  using String = Lucene::String;  // for the macro
  LUCENE_CLASS(FileInput);
  explicit FileInput(std::shared_ptr<const OpenFile> file) : file_(std::move(file)) {}

  std::uint8_t readByte() override {
    if (at_ == end_) fill();
    return *at_++;
  }

  void readBytes(std::uint8_t* bytes, std::int32_t offset, std::int32_t length) override {
    bytes += offset;
    for (auto left = static_cast<std::size_t>(std::max(length, 0)); left > 0;) {
      if (at_ == end_ && left >= largest_buffer) {
        const std::size_t count = open_file().read(bytes, left, position());
        seek(position() + static_cast<std::int64_t>(count));
        bytes += count;
        left -= count;
        continue;
      }
      if (at_ == end_) fill();
      const std::size_t count = std::min(left, static_cast<std::size_t>(end_ - at_));
      std::memcpy(bytes, at_, count);
      at_ += count;
      bytes += count;
      left -= count;
    }
  }
  using IndexInput::readBytes;

  std::int32_t readVInt() override {
    std::uint32_t number = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint8_t byte = FileInput::readByte();
      number |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return static_cast<std::int32_t>(number);
    }
    boost::throw_exception(Lucene::CorruptIndexException(widen(file_->path + ": a number is too long")));
    return 0;
  }

  std::int32_t read_number() { return at_ != end_ && *at_ < 0x80 ? *at_++ : FileInput::readVInt(); }

  void close() override { file_.reset(); }
  std::int64_t getFilePointer() override { return position(); }
  std::int64_t length() override { return open_file().length; }

  void seek(std::int64_t target) override {
    const std::int64_t begin = position() - (at_ - buffer_.get());
    if (target >= begin && target - begin < end_ - buffer_.get()) {
      at_ = buffer_.get() + (target - begin);
      return;
    }
    if (target != position()) wanted_ = smallest_buffer;
    at_ = end_ = buffer_.get();
    end_position_ = target;
  }

  Lucene::LuceneObjectPtr clone(const Lucene::LuceneObjectPtr& other) override {
    const auto clone = IndexInput::clone(other ? other : Lucene::newLucene<FileInput>(file_));
    boost::dynamic_pointer_cast<FileInput>(clone)->end_position_ = position();
    return clone;
  }

 private:
  std::int64_t position() const { return end_position_ - (end_ - at_); }

  const OpenFile& open_file() const {
    if (!file_) boost::throw_exception(Lucene::AlreadyClosedException(L"the file of the index is closed"));
    return *file_;
  }

  void fill() {
    if (wanted_ > size_) {
      buffer_ = std::make_unique_for_overwrite<std::uint8_t[]>(wanted_);
      size_ = wanted_;
    }
    at_ = end_ = buffer_.get();
    end_ += open_file().read(buffer_.get(), wanted_, end_position_);
    end_position_ += end_ - at_;
    wanted_ = std::min(wanted_ * 2, largest_buffer);
  }

  std::shared_ptr<const OpenFile> file_;  // null: closed
  std::unique_ptr<std::uint8_t[]> buffer_;
  std::size_t size_ = 0, wanted_ = smallest_buffer;  // of the buffer; what to read next
  const std::uint8_t* at_ = nullptr;                 // in the buffer
  const std::uint8_t* end_ = nullptr;                // of what was read into it
  std::int64_t end_position_ = 0;                    // in the file
};

}  // namespace

Lucene::IndexInputPtr open_input(const std::string& path) {
  return Lucene::newLucene<FileInput>(std::make_shared<const OpenFile>(path));
}

namespace {

// Calls read(function that reads a number).
template <typename Read>
auto with_reader(Lucene::IndexInput& input, Read read) {
  if (typeid(input) != typeid(FileInput)) return read([&] { return input.readVInt(); });
  auto& file = static_cast<FileInput&>(input);
  return read([&] { return file.read_number(); });
}

}  // namespace

std::int32_t read_number(Lucene::IndexInput& input) {
  return with_reader(input, [](auto number) { return number(); });
}

void read_sums(Lucene::IndexInput& input, std::int32_t start, std::span<std::int32_t> sums) {
  with_reader(input, [&](auto number) {
    auto sum = static_cast<std::uint32_t>(start);  // may overflow: files may be damaged
    for (std::int32_t& each : sums) each = static_cast<std::int32_t>(sum += static_cast<std::uint32_t>(number()));
  });
}

void skip_numbers(Lucene::IndexInput& input, std::int32_t count) {
  with_reader(input, [&](auto number) {
    for (; count > 0; --count) number();
  });
}

}  // namespace pith::index
