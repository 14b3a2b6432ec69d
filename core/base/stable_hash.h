// 64-bit hashes for storage: the same on every machine, in every version.
//
// Page shapes, samples and SimHashes are made with them and stay in page caches for years. Golden values are in
// tests/unit/core/stable_hash_test.cpp; if one has to change, raise structure_version (core/extract/site/page_sketch.h)
// and pipeline_version (plugin/site/versions.h). They are not safe against chosen input: hash tables use
// core/base/keyed_hash.h.
#pragma once

#include <cstdint>
#include <string_view>

namespace pith {

inline constexpr std::uint64_t hash_seed = 0xcbf29ce484222325;

// One round of splitmix64 over both values; not symmetric.
inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  std::uint64_t z = (hash ^ value) + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// FNV-1a: hash_bytes(hash_bytes(h, a), b) is the hash of a and b joined.
inline std::uint64_t hash_bytes(std::uint64_t hash, std::string_view bytes) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace pith
