// A hash table for numbers that pages choose: flat, and fast for many lookups of small values.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/keyed_hash.h"

namespace pith {

// Open addressing with linear probing, at most half full, keyed as described in core/base/keyed_hash.h. Values are
// small and default-constructible. Entries are never removed and have no order. Const functions are thread-safe.
template <typename Value>
class FlatTable {
 public:
  // Reserves room for `expected` keys.
  explicit FlatTable(std::size_t expected = 0) : slots_(std::bit_ceil(2 * expected + 2)) {}

  // The key's value, or nullptr. O(1).
  const Value* find(std::uint64_t key) const {
    const Slot& slot = slots_[place_of(key)];
    return slot.used ? &slot.value : nullptr;
  }

  // The key's value, and whether it is new; a new one is set to `value`. Valid until the next insert. O(1), amortised.
  std::pair<Value&, bool> insert(std::uint64_t key, const Value& value) {
    std::size_t place = place_of(key);
    if (slots_[place].used) return {slots_[place].value, false};
    if (2 * (size_ + 1) > slots_.size()) {
      grow();
      place = place_of(key);
    }
    ++size_;
    slots_[place] = {key, value, true};
    return {slots_[place].value, true};
  }

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    Value value{};
    bool used = false;
  };

  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = mix(secret_, key) & mask;
    while (slots_[place].used && slots_[place].key != key) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.used) slots_[place_of(slot.key)] = slot;
  }

  std::uint64_t secret_ = process_key();
  std::vector<Slot> slots_;  // a power of two, never full
  std::size_t size_ = 0;
};

}  // namespace pith
