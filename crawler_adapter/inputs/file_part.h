// A part of a file, read as if it were one: a member of a zip file.
#pragma once

#include <sys/types.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace pith::ingest {

struct FilePart {
  std::uint64_t begin = 0, bytes = 0;  // in the file
  bool deflated = false;               // RFC 1951
  std::uint64_t size = 0;              // unpacked
  std::uint32_t crc = 0;               // of the unpacked bytes, if deflated
};

// Not thread-safe.
class PartReader {
 public:
  PartReader(int file, const FilePart& part);  // does not own the file
  ~PartReader();
  PartReader(const PartReader&) = delete;
  PartReader& operator=(const PartReader&) = delete;

  // As read(2) does: 0 at the end. -1 if error() says why the rest is not readable: also if there is more or less of
  // it than `size`, or it is not what `crc` says; what was returned before may be damaged then.
  ssize_t read(char* to, std::size_t most);
  // Continues at this byte of the part; false if it is deflated.
  bool seek(std::uint64_t offset);

  // Whether it is deflated to less than a hundredth, over 1 MB: no bytes that were packed before are, except to keep a
  // reader busy.
  bool is_too_good_for_gzip() const { return part_.deflated && part_.size > 1 << 20 && part_.size / 100 > part_.bytes; }

  const std::string& error() const { return error_; }
  std::uint64_t position() const { return part_.begin + next_; }  // bytes of the file read so far

 private:
  ssize_t read_file(char* to, std::size_t most);
  ssize_t inflate_some(char* to, std::size_t most);

  const int file_;
  const FilePart part_;
  std::uint64_t next_ = 0;  // byte of the part in the file
  std::string packed_, error_;
  z_stream inflater_{};
  std::uint64_t unpacked_ = 0;
  uLong crc_ = 0;
  bool ended_ = false;
};

}  // namespace pith::ingest
