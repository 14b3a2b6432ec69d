// Numbers for hashes in the order in which they first come.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/keyed_hash.h"

namespace pith {

// Open addressing, by keyed hashes: pages choose the words.
class Numbering {
 public:
  // Room for so many different hashes, and no more.
  explicit Numbering(std::size_t most) : slots_(std::bit_ceil(2 * most + 1)) {}

  // The hash's number: how many others came before it first did. O(1).
  std::uint32_t of(std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = mix(key_, hash) & mask;
    while (slots_[at].number != 0 && slots_[at].hash != hash) at = (at + 1) & mask;
    if (slots_[at].number == 0) slots_[at] = {hash, ++size_};
    return slots_[at].number - 1;
  }
  std::uint32_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t hash;
    std::uint32_t number;  // from 1; 0: free
  };
  const std::uint64_t key_ = process_key();
  std::vector<Slot> slots_;
  std::uint32_t size_ = 0;
};

}  // namespace pith
