// Hashes for tables whose keys come from pages.
//
// If an attacker knows where a table puts its keys, they can write a page whose keys all collide, and the lookups then
// take quadratic time. FNV-1a, the hash of core/base/stable_hash.h and std::hash are all open to that. Here a secret
// of the process decides the place. So these tables have no reliable order, and no result may depend on one.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/base/stable_hash.h"

namespace pith {

// Drawn once per process. Thread-safe.
std::uint64_t process_key();

struct KeyedHash {
  using is_transparent = void;
  std::size_t operator()(std::uint64_t key) const { return mix(process_key(), key); }
  std::size_t operator()(std::string_view key) const;
  std::size_t operator()(std::wstring_view key) const;
};

template <typename Key, typename Value>
using KeyedMap = std::unordered_map<Key, Value, KeyedHash, std::equal_to<>>;
template <typename Key>
using KeyedSet = std::unordered_set<Key, KeyedHash, std::equal_to<>>;

}  // namespace pith
