#include "core/extract/extractors/detail/density.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <set>
#include <vector>

#include "tests/support/rows.h"

using namespace pith;

namespace {

using Row = std::vector<std::uint32_t>;

// Moreno et al. 2009, §4, word for word: strings are added to R until none can be added.
std::pair<std::size_t, std::size_t> naive_region(const Row& lengths, double c1, std::size_t c2) {
  const auto longest = std::max_element(lengths.begin(), lengths.end());
  if (longest == lengths.end() || *longest == 0) return {0, 0};
  std::set<std::size_t> region{static_cast<std::size_t>(longest - lengths.begin())};
  for (bool added = true; added;) {
    added = false;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const bool near =
          std::any_of(region.begin(), region.end(), [&](std::size_t j) { return (i > j ? i - j : j - i) < c2; });
      if (near && lengths[i] > *longest * c1) added = region.insert(i).second || added;
    }
  }
  return {*region.begin(), *region.rbegin() + 1};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(density_algorithm)

BOOST_AUTO_TEST_CASE(one_sweep_to_either_side_reaches_the_fixpoint_on_all_small_rows) {
  for (const Row& row : test::all_rows<std::uint32_t>(8, {0, 1, 2, 4}))
    for (const double c1 : {0.0, 0.25, 0.333, 0.5, 1.0})
      for (const std::size_t c2 : {1, 2, 3, 4})
        BOOST_REQUIRE((density::densest_region(row, c1, c2) == naive_region(row, c1, c2)));
}

BOOST_AUTO_TEST_CASE(strings_three_places_apart_belong_together_and_four_do_not) {
  BOOST_TEST(
      (density::densest_region(Row{9, 0, 0, 8, 0, 0, 0, 7}, 0.333, 4) == std::pair<std::size_t, std::size_t>{0, 4}));
}

BOOST_AUTO_TEST_SUITE_END()
