// The bytes of a file or of standard input, one after the other; gzip is unpacked on the way.
//
// Damage cuts the stream into segments: where a gzip member does not unpack, its readable beginning comes out, then the
// segment is over and gap() says why. next_segment() looks for the next member. Holds a block of the file and what
// peek() was asked for.
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

namespace pith::ingest {

struct Gap {
  std::uint64_t member = 0;  // where the member that could not be unpacked begins; else where reading failed
  std::string what;
};

class ByteStream {
 public:
  // "-" is standard input; what was peeked at of it is seen again by the next stream that opens it. Error "no_input".
  // A pipe that gives nothing is waited for until `stop` is set: then the file counts as ended.
  static Result<ByteStream> open(const std::string& path, const std::atomic<bool>* stop = nullptr);
  ByteStream(ByteStream&&) noexcept;
  ByteStream& operator=(ByteStream&&) noexcept;
  ~ByteStream();

  // At least `bytes` bytes that come next, more if they are there anyway; fewer at the end of the segment. Valid until
  // the next call.
  std::string_view peek(std::size_t bytes);
  // Passes over bytes that peek() has shown.
  void skip(std::size_t bytes);

  // To the next place where one of the marks begins, a block at most: false if it is further on. True also at the end
  // of the segment.
  bool skip_towards(std::initializer_list<std::string_view> marks);

  // Bounds a record that has a gzip member of its own. Where a member begins right here, a later one whose bytes begin
  // with `mark` is like the end of the segment from now on; an empty mark lifts that, and next_segment() and go_back()
  // do. Elsewhere nothing is bounded: of one text that was cut into members anywhere, whoever wrote it might have put
  // the mark where a member happens to begin.
  void stop_before_member(std::string_view mark);

  // Where the next byte stands in the file; of gzip: where its member begins.
  std::uint64_t offset() const;
  std::uint64_t position() const;  // bytes of the file that were read so far
  std::uint64_t size() const;      // of the file; 0: not known

  // Once peek() has shown all of the segment: why it ended, nothing at the end of the file.
  const std::optional<Gap>& gap() const;
  // Goes on behind a gap; false if nothing more is to be had.
  bool next_segment();
  // Back to this offset of a plain file, to look at bytes again that were taken for something else. False where that
  // cannot be done: gzip, pipes, and when it has been done so often that hostile input would make reading quadratic.
  bool go_back(std::uint64_t offset);

 private:
  struct Impl;
  explicit ByteStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::ingest
