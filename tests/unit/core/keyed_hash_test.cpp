// Keys made to collide in the standard library's tables are spread by the keyed hashes.
#include "core/base/keyed_hash.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/extract/main_content/detail/view/numbering.h"
#include "tests/support/effort.h"

using namespace pith;

namespace {

constexpr std::size_t many = 20'000;
constexpr std::uint64_t murmur = 0xc6a4a7935bd1e995;  // libstdc++'s std::hash of bytes

std::uint64_t shifted(std::uint64_t v) { return v ^ (v >> 47); }  // its own inverse

std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
  return x;
}

// Strings of 16 bytes that all have the same std::hash: each second half undoes the effect of the first.
std::vector<std::string> colliding_strings() {
  const std::uint64_t seed = 0xc70f6907, back = inverse(murmur);
  std::vector<std::string> out;
  for (std::uint64_t first = 0; first < many; ++first) {
    const std::uint64_t state = (seed ^ (16 * murmur) ^ (shifted(first * murmur) * murmur)) * murmur;
    const std::uint64_t second = shifted((state ^ 12345) * back) * back;
    std::string text(16, 0);
    std::memcpy(text.data(), &first, 8);
    std::memcpy(text.data() + 8, &second, 8);
    out.push_back(text);
  }
  return out;
}

template <typename Table, typename Keys>
std::size_t largest_bucket(Table table, const Keys& keys) {
  for (const auto& key : keys) table.insert(key);
  std::size_t largest = 0;
  for (std::size_t bucket = 0; bucket < table.bucket_count(); ++bucket)
    largest = std::max(largest, table.bucket_size(bucket));
  return largest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(keyed_hash)

BOOST_AUTO_TEST_CASE(strings_made_to_collide_do_not) {
  const std::vector<std::string> keys = colliding_strings();
  BOOST_TEST(largest_bucket(std::unordered_set<std::string>(), keys) == many);  // the attack works
  BOOST_TEST(largest_bucket(KeyedSet<std::string>(), keys) < 20u);
}

BOOST_AUTO_TEST_CASE(numbers_made_to_collide_do_not) {
  std::unordered_set<std::uint64_t> grown;
  for (std::uint64_t i = 0; i < many; ++i) grown.insert(i);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < many; ++i) keys.push_back(i * grown.bucket_count());
  BOOST_TEST(largest_bucket(std::unordered_set<std::uint64_t>(), keys) == many);
  BOOST_TEST(largest_bucket(KeyedSet<std::uint64_t>(), keys) < 20u);
}

BOOST_AUTO_TEST_CASE(hashes_with_the_same_low_bits_are_numbered_in_time) {
  const double seconds = test::standard_seconds([] {
    constexpr std::uint32_t hashes = 300'000;
    Numbering numbers(hashes);
    for (std::uint64_t i = 0; i < hashes; ++i) BOOST_REQUIRE(numbers.of(i << 32) == i);
  });
  BOOST_TEST(seconds < 5.0);
}

BOOST_AUTO_TEST_CASE(equal_keys_have_equal_hashes) {
  const KeyedHash hash;
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'x');
    BOOST_TEST(hash(std::string_view(text)) == hash(std::string_view(std::string(text))));
    for (std::size_t other = 0; other < size; ++other)
      BOOST_TEST(hash(std::string_view(text)) != hash(std::string_view(text).substr(other + 1)));
    const std::wstring wide(size, L'x');
    BOOST_TEST(hash(std::wstring_view(wide)) == hash(std::wstring_view(std::wstring(wide))));
  }
}

BOOST_AUTO_TEST_SUITE_END()
