#include "core/extract/main_content/detail/view/numbering.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

using namespace pith;

BOOST_AUTO_TEST_SUITE(numbering)

BOOST_AUTO_TEST_CASE(numbers_count_the_distinct_hashes_before) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 300; ++round) {
    const std::size_t most = 1 + random() % 70;
    // Few low bits, so that hashes collide; zero is a hash like any other.
    std::vector<std::uint64_t> hashes(most);
    for (std::uint64_t& hash : hashes) hash = (random() % 8 << 32) + random() % 4;
    Numbering numbers(most);
    std::map<std::uint64_t, std::uint32_t> expected;
    for (int i = 0; i < 300; ++i) {
      const std::uint64_t hash = hashes[random() % most];
      const std::uint32_t number =
          expected.try_emplace(hash, static_cast<std::uint32_t>(expected.size())).first->second;
      BOOST_REQUIRE_EQUAL(numbers.of(hash), number);
      BOOST_REQUIRE_EQUAL(numbers.size(), expected.size());
    }
  }
  BOOST_TEST(Numbering(0).size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
