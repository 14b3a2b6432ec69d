// Numbers for hashes in order of first appearance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/flat_table.h"

namespace pith {

class Numbering {
 public:
  explicit Numbering(std::size_t expected) : numbers_(expected) {}

  // The hash's number: how many other hashes came before it. O(1).
  std::uint32_t of(std::uint64_t hash) { return numbers_.insert(hash, size()).first; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(numbers_.size()); }

 private:
  FlatTable<std::uint32_t> numbers_;
};

}  // namespace pith
