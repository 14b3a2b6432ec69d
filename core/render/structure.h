// The structure of a page: its blocks by role, as the index stores them.
//
// Packed bytes, read in place: one entry a block, in the order in which they were added, with numbers of variable
// length. A path and a trail begin as those of the entry before, so only what differs is written. JSON is made of them
// at the edges (deploy/manual/formats.md describes it).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/page/role.h"
#include "core/render/block.h"

namespace pith {

inline constexpr std::size_t max_anchor_bytes = 256;

// A block, or a count of blocks.
struct StructureEntry {
  Role role = Role::content;
  std::uint32_t blocks = 0;  // above 0: this only counts so many blocks; of the rest, it has but `words`
  std::uint32_t words = 0;   // of asides and of counts
  Region region = Region::paragraph;
  std::uint8_t level = 0;                        // as in Block
  std::string_view tag = {};                     // the name of its element
  std::string_view path = {};                    // as of path_of (core/render/blocks.h)
  std::span<const std::string_view> trail = {};  // content: the headings above, outermost first
  std::uint32_t begin = 0, end = 0;              // content: code points of its text
  std::string_view anchor = {};                  // content: what a URL's fragment leads to; often empty
};

// Paths, trails and anchors of one structure, all together, have about so many bytes at most.
inline constexpr std::size_t max_path_bytes = 8u << 20;

class StructureWriter {
 public:
  // Beyond max_path_bytes, an entry's path, trail and anchor are left out. A content's entry must not begin before the
  // one before it ends.
  void add(const StructureEntry& entry);
  bool has_room() const { return spent_ < max_path_bytes; }

  std::string take();

 private:
  std::string out_, path_;
  std::vector<std::string> trail_;
  std::uint32_t end_ = 0;
  std::size_t spent_ = 0;
};

// Accepts any bytes. Memory: a path and a trail.
class StructureReader {
 public:
  // `packed` must outlive this and all entries.
  explicit StructureReader(std::string_view packed);

  // The next entry, valid until the next call (its tag, anchor and the texts of its trail: as long as the bytes);
  // nullptr after the last one, or before one that is damaged or cut short. O(entry).
  const StructureEntry* next();

  // After the last entry: whether there are more bytes, or they are no structure.
  bool damaged() const { return damaged_; }

 private:
  bool read_entry();
  bool read_content(bool with_anchor);
  bool read_path();
  bool read_trail();

  std::string_view rest_;
  std::string path_;
  std::vector<std::string_view> trail_;
  StructureEntry entry_;
  std::uint32_t end_ = 0;
  std::size_t spent_ = 0;
  bool damaged_ = false;
};

// The JSON array; with more than `max_bytes`, it is cut somewhere after them. nullopt if the structure is damaged.
std::optional<std::string> structure_json(std::string_view packed,
                                          std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

}  // namespace pith
