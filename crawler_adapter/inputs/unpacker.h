// Unpacks what files are compressed with: gzip members (RFC 1952) or Zstandard frames (RFC 8878), one after the other.
//
// A file of Zstandard frames may begin with a dictionary that they all need, in a skippable frame of the type
// 0x184D2A5D, itself perhaps compressed (https://iipc.github.io/warc-specifications/specifications/warc-zstd/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::ingest {

inline constexpr std::size_t aside_head_bytes = 8;       // of what Unpacker::aside() finds
inline constexpr std::size_t most_dictionary = 4 << 20;  // bytes; those of archives have at most 1 MB

// Not thread-safe. One member is unpacked at a time, in memory that its window needs: at most 128 MB.
class Unpacker {
 public:
  // For a file that begins with these bytes, at least four of them; null: it is not compressed.
  static std::unique_ptr<Unpacker> of(std::string_view head);
  virtual ~Unpacker() = default;

  virtual const char* name() const = 0;  // "gzip"
  // Whether these bytes, at least four, begin a member, and which byte does.
  virtual bool begins_member(std::string_view bytes) const = 0;
  virtual char first_byte() const = 0;
  // Bytes between members that hold none of their data: how many follow the head of aside_head_bytes that this may be.
  virtual std::optional<std::uint32_t> aside(std::string_view) const { return std::nullopt; }
  // Whether such a head is that of a dictionary.
  virtual bool is_dictionary(std::string_view) const { return false; }
  // What is wrong with the dictionary, which all later members may need; empty if nothing is.
  virtual std::string take_dictionary(std::string_view) { return {}; }
  virtual bool has_dictionary() const { return false; }

  struct Step {
    std::size_t taken = 0, made = 0;  // bytes
    bool ended = false;               // the member, whose checksum is right
    std::string error;                // why it does not unpack
  };
  virtual void begin_member() = 0;
  // If all of `room` was used, there may be more to come without more bytes.
  virtual Step unpack(std::string_view bytes, char* to, std::size_t room) = 0;
};

}  // namespace pith::ingest
