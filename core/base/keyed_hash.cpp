#include "core/base/keyed_hash.h"

#include <cstring>
#include <random>

namespace pith {
namespace {

std::uint64_t draw() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) ^ device();
}

std::size_t hash_of(const void* bytes, std::size_t size) {
  std::uint64_t hash = mix(process_key(), size);
  const char* at = static_cast<const char*>(bytes);
  for (std::uint64_t word = 0; size > 0; at += sizeof word) {
    const std::size_t taken = size < sizeof word ? size : sizeof word;
    word = 0;
    std::memcpy(&word, at, taken);
    hash = mix(hash, word);
    size -= taken;
  }
  return hash;
}

}  // namespace

std::uint64_t process_key() {
  static const std::uint64_t key = draw();
  return key;
}

std::size_t KeyedHash::operator()(std::string_view key) const { return hash_of(key.data(), key.size()); }
std::size_t KeyedHash::operator()(std::wstring_view key) const {
  return hash_of(key.data(), key.size() * sizeof(wchar_t));
}

}  // namespace pith
