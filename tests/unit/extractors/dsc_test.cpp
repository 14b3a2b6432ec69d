#include "core/extract/extractors/detail/dsc.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <vector>

#include "tests/support/rows.h"

using namespace pith;

namespace {

using Row = std::vector<bool>;

// The document slope curve by definition, and the slope of each window from its ends on the curve.
Row naive_low_slope(const Row& vector, std::size_t window, double share) {
  std::vector<double> curve{0};
  for (const bool tag : vector) curve.push_back(curve.back() + tag);
  Row low;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const std::size_t begin = i < window / 2 ? 0 : i - window / 2, end = std::min(i + window / 2 + 1, vector.size());
    const double slope = (curve[end] - curve[begin]) / static_cast<double>(end - begin);
    low.push_back(slope <= share * curve.back() / static_cast<double>(vector.size()) + 1e-12);
  }
  return low;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dsc_algorithm)

BOOST_AUTO_TEST_CASE(low_regions_meet_their_definition_on_all_small_rows) {
  for (const Row& row : test::all_rows<bool>(11, {false, true}))
    for (const std::size_t window : {1, 2, 3, 5, 8, 50})
      for (const double share : {0.0, 0.5, 1.0})
        BOOST_REQUIRE(dsc::low_slope(row, window, share) == naive_low_slope(row, window, share));
}

BOOST_AUTO_TEST_CASE(without_tags_the_whole_curve_is_flat) {
  BOOST_TEST((dsc::low_slope(Row(5, false), 3, 0.5) == Row(5, true)));
}

BOOST_AUTO_TEST_SUITE_END()
