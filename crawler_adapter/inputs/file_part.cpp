#include "crawler_adapter/inputs/file_part.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

namespace pith::ingest {

PartReader::PartReader(int file, const FilePart& part) : file_(file), part_(part) {
  if (part_.deflated && inflateInit2(&inflater_, -15) != Z_OK) throw std::bad_alloc();
}

PartReader::~PartReader() {
  if (part_.deflated) inflateEnd(&inflater_);
}

ssize_t PartReader::read(char* to, std::size_t most) {
  return part_.deflated ? inflate_some(to, most) : read_file(to, most);
}

bool PartReader::seek(std::uint64_t offset) {
  if (part_.deflated) return false;
  next_ = std::min(offset, part_.bytes);
  return true;
}

ssize_t PartReader::read_file(char* to, std::size_t most) {
  most = static_cast<std::size_t>(std::min<std::uint64_t>(most, part_.bytes - next_));
  ssize_t got = -1;
  do got = pread(file_, to, most, static_cast<off_t>(part_.begin + next_));
  while (got < 0 && errno == EINTR);
  if (got < 0) error_ = std::string("cannot be read: ") + std::strerror(errno);
  if (got == 0 && most > 0) error_ = "the file ends within it";
  if (!error_.empty()) return -1;
  next_ += static_cast<std::uint64_t>(got);
  return got;
}

ssize_t PartReader::inflate_some(char* to, std::size_t most) {
  constexpr std::size_t block = 64 << 10;
  inflater_.next_out = reinterpret_cast<Bytef*>(to);
  inflater_.avail_out = static_cast<uInt>(std::min<std::size_t>(most, 1 << 30));
  while (!ended_ && inflater_.avail_out > 0) {
    if (inflater_.avail_in == 0) {
      packed_.resize(block);
      const ssize_t got = read_file(packed_.data(), block);
      if (got < 0) break;
      inflater_.next_in = reinterpret_cast<Bytef*>(packed_.data());
      inflater_.avail_in = static_cast<uInt>(got);
    }
    const int result = inflate(&inflater_, Z_NO_FLUSH);
    ended_ = result == Z_STREAM_END;
    if (ended_ || result == Z_OK) continue;
    error_ = inflater_.avail_in == 0 ? "its deflated bytes end early" : "its deflated bytes are damaged";
    break;
  }
  const std::size_t made = static_cast<std::size_t>(inflater_.next_out - reinterpret_cast<Bytef*>(to));
  unpacked_ += made;
  crc_ = crc32(crc_, reinterpret_cast<const Bytef*>(to), static_cast<uInt>(made));
  if (error_.empty() && unpacked_ > part_.size) error_ = "inflates to more bytes than the zip directory says";
  if (made > 0 && unpacked_ <= part_.size) return static_cast<ssize_t>(made);
  if (error_.empty() && (unpacked_ < part_.size || crc_ != part_.crc))
    error_ = "has other bytes than the zip directory says";
  return error_.empty() ? 0 : -1;
}

}  // namespace pith::ingest
