// The flat table against std::map, on random keys, many of them repeated.
#include "core/base/flat_table.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>

using namespace pith;

BOOST_AUTO_TEST_SUITE(flat_table)

BOOST_AUTO_TEST_CASE(holds_what_was_inserted) {
  std::mt19937_64 random(1);
  for (const std::size_t expected : {0u, 1u, 100u, 5000u}) {
    FlatTable<std::uint32_t> table(expected);
    std::map<std::uint64_t, std::uint32_t> oracle;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
      // Neighbours, multiples of a power of two and arbitrary numbers, including 0.
      const std::uint64_t number = random() % 3000;
      const std::uint64_t key = i % 3 == 0 ? number : i % 3 == 1 ? number << 40 : number * 0x9e3779b97f4a7c15;
      const auto [known, is_new] = oracle.try_emplace(key, i);
      const auto [value, inserted] = table.insert(key, i);
      BOOST_TEST_REQUIRE(inserted == is_new);
      BOOST_TEST_REQUIRE(value == known->second);
      if (i % 7 == 0) value = known->second = i + 1;
    }
    BOOST_TEST(table.size() == oracle.size());
    for (const auto& [key, value] : oracle) {
      BOOST_TEST_REQUIRE((table.find(key) != nullptr));
      BOOST_TEST_REQUIRE(*table.find(key) == value);
    }
    for (int i = 0; i < 1000; ++i)
      if (const std::uint64_t key = random(); !oracle.contains(key)) BOOST_TEST((table.find(key) == nullptr));
  }
}

BOOST_AUTO_TEST_CASE(an_empty_one_has_nothing) {
  const FlatTable<std::uint32_t> table;
  BOOST_TEST((table.find(0) == nullptr));
  BOOST_TEST(table.size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
