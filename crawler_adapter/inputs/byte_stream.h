// The bytes of a file or of standard input in sequence; what gzip or Zstandard packed is unpacked.
//
// Damage cuts the stream into segments: if a member (unpacker.h) does not unpack, its readable beginning comes out,
// then the segment ends and gap() says why. next_segment() looks for the next member. Holds a block of the file and
// what peek() was asked for.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/file_part.h"

namespace pith::ingest {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// A text without what editors, shells and joined files leave before its first line: byte order marks (UTF-8), line
// ends.
std::string_view without_blank_beginning(std::string_view text);

struct Gap {
  std::uint64_t member = 0;  // where the member that could not be unpacked begins; else where reading failed
  std::string what;
};

class ByteStream {
 public:
  // "-" is standard input; the next stream that opens it sees again what was only peeked at. Error "no_input". A silent
  // pipe is waited for until `stop` is set: then the file counts as ended.
  // With a part, offsets are those in the part; position() and size() remain those of the file.
  static Result<ByteStream> open(const std::string& path, const std::atomic<bool>* stop = nullptr,
                                 const std::optional<FilePart>& part = {});
  // The next `left` bytes of another stream, which is used for nothing else meanwhile; `left` says how many of them are
  // still there. Both outlive it. Offsets begin at 0; position() and size() are those of the other stream.
  static ByteStream within(ByteStream& outer, std::uint64_t& left);
  ByteStream(ByteStream&&) noexcept;
  ByteStream& operator=(ByteStream&&) noexcept;
  ~ByteStream();

  // At least `bytes` bytes that come next, more if they are available; fewer at the end of the segment. Valid until the
  // next call.
  std::string_view peek(std::size_t bytes);
  // Skips bytes that peek() has shown.
  void skip(std::size_t bytes);

  // Advances to the next place where one of the marks begins, at most a block: false if it is further on. Also true at
  // the end of the segment.
  bool skip_towards(std::initializer_list<std::string_view> marks);

  // Bounds a record with its own member. If a member begins right here, a later one whose bytes begin a record now
  // acts as the end of the segment; null lifts that, and so do next_segment() and go_back(). Otherwise nothing is
  // bounded: in one text that was cut into members anywhere, its author might have imitated a record where a member
  // happens to begin. `begins_record` is shown 16 KB, less only at the end of the segment.
  void stop_before_member(bool (*begins_record)(std::string_view bytes));

  // Whether nothing packs the bytes.
  bool is_plain() const;
  // Whether a member begins right here, once peek() has shown its first byte.
  bool at_member() const;
  // Whether a stream that begins at offset() would show the same, once peek() has shown the next byte. Not if members
  // need a dictionary at the beginning of the file.
  bool can_begin_here() const;

  // The position of the next byte in the file; of packed files, where its member begins.
  std::uint64_t offset() const;
  std::uint64_t position() const;  // bytes of the file read so far
  std::uint64_t size() const;      // of the file; 0: unknown

  // Once peek() has shown the whole segment: why it ended, nothing at the end of the file.
  const std::optional<Gap>& gap() const;
  // Continues after a gap; false if nothing is left.
  bool next_segment();
  // Goes back to this offset of a plain file, to reread bytes that were misinterpreted. False if that is impossible:
  // packed files, deflated parts, pipes, and after so many times that hostile input would make reading quadratic.
  bool go_back(std::uint64_t offset);

 private:
  struct Impl;
  explicit ByteStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::ingest
