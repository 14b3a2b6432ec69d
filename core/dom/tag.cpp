#include "core/dom/tag.h"

#include <algorithm>

namespace pith {
namespace {

constexpr std::uint32_t hash_of(std::string_view name) {
  std::uint32_t hash = 0;
  for (const char c : name) hash = hash * 31 + static_cast<unsigned char>(c);
  return hash ^ hash >> 9;
}

// Tags by the hash of their names, each in the first free slot from that hash on. Built at compile time.
struct Index {
  static constexpr std::size_t size = 512;
  static_assert(static_cast<std::size_t>(Tag::count_) * 2 <= size);
  std::array<Tag, size> slots{};
  std::size_t longest_name = 0;

  constexpr Index() {
    for (std::size_t i = 1; i < tags::rows.size(); ++i) {
      std::size_t slot = hash_of(tags::rows[i].name) % size;
      while (slots[slot] != Tag::unknown) slot = (slot + 1) % size;
      slots[slot] = static_cast<Tag>(i);
      longest_name = std::max(longest_name, tags::rows[i].name.size());
    }
  }
};
constexpr Index by_name;

}  // namespace

Tag tag_of(std::string_view name) {
  if (name.size() > by_name.longest_name) return Tag::unknown;
  std::size_t slot = hash_of(name) % Index::size;
  while (by_name.slots[slot] != Tag::unknown && name_of(by_name.slots[slot]) != name) slot = (slot + 1) % Index::size;
  return by_name.slots[slot];
}

}  // namespace pith
