#include "core/extract/extractors/detail/cetr.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tests/support/rows.h"

using namespace pith;

namespace {

using Row = std::vector<double>;

Row naive_smooth(const Row& values, double deviation) {
  Row out;
  const auto size = static_cast<std::ptrdiff_t>(values.size());
  for (std::ptrdiff_t i = 0; i < size; ++i) {
    double sum = 0, weight = 0;
    for (std::ptrdiff_t j = 0; j < size; ++j) {
      const auto distance = static_cast<double>(std::abs(i - j));
      if (distance > std::ceil(deviation)) continue;
      const double w = distance == 0 ? 1 : std::exp(-distance * distance / (2 * deviation * deviation));
      sum += w * values[static_cast<std::size_t>(j)];
      weight += w;
    }
    out.push_back(sum / weight);
  }
  return out;
}

// Whether the flags come from some three centroids, one at the origin, each of the others the mean of its nearest
// points: a state in which k-means stops. Tries every way to split the points away from the origin into two.
bool is_fixpoint(const std::vector<cetr::Point>& points, const std::vector<bool>& away) {
  const auto far = [](const cetr::Point& a, const cetr::Point& b) {
    return std::hypot(a.ratio - b.ratio, a.slope - b.slope);
  };
  for (unsigned part = 0; part < 1u << points.size(); ++part) {
    cetr::Point sums[2] = {};
    double counts[2] = {};
    bool possible = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const unsigned side = part >> i & 1;
      if (!away[i]) possible = possible && side == 0;
      if (!away[i]) continue;
      sums[side].ratio += points[i].ratio;
      sums[side].slope += points[i].slope;
      ++counts[side];
    }
    if (!possible) continue;
    bool fixed = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
      double distances[3] = {far(points[i], {0, 0}), 1e9, 1e9};
      for (std::size_t c = 0; c < 2; ++c)
        if (counts[c] > 0) distances[c + 1] = far(points[i], {sums[c].ratio / counts[c], sums[c].slope / counts[c]});
      const double own = away[i] ? distances[1 + (part >> i & 1)] : distances[0];
      for (const double distance : distances) fixed = fixed && own <= distance + 1e-9;
    }
    if (fixed) return true;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cetr_algorithm)

BOOST_AUTO_TEST_CASE(smoothing_meets_its_definition_on_all_small_rows) {
  for (const Row& row : test::all_rows<double>(6, {0, 1, 5}))
    for (const double deviation : {0.0, 0.5, 1.0, 2.0, 3.0, 10.0}) {
      const Row smoothed = cetr::smooth(row, deviation), expected = naive_smooth(row, deviation);
      for (std::size_t i = 0; i < row.size(); ++i) BOOST_REQUIRE_SMALL(smoothed[i] - expected[i], 1e-9);
    }
}

BOOST_AUTO_TEST_CASE(a_slope_looks_three_values_ahead) {
  const Row expected = {3, 1.5, 1, 0};
  BOOST_TEST(cetr::slopes(Row{0, 2, 3, 4}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(clusters_are_a_fixpoint_of_k_means_on_all_small_rows) {
  for (const Row& row : test::all_rows<double>(7, {0, 1, 3, 10})) {
    std::vector<cetr::Point> points;
    for (std::size_t i = 0; i < row.size(); ++i) points.push_back({row[i], i % 2 == 0 ? row[i] / 2 : 1});
    const std::vector<bool> away = cetr::away_from_origin(points);
    BOOST_REQUIRE_EQUAL(away.size(), points.size());
    BOOST_REQUIRE(is_fixpoint(points, away));
  }
}

BOOST_AUTO_TEST_CASE(points_near_the_origin_are_not_content) {
  const std::vector<cetr::Point> points = {{1, 0}, {50, 2}, {2, 1}, {20, 30}, {60, 1}, {0, 0}};
  const std::vector<bool> expected = {false, true, false, true, true, false};
  BOOST_TEST(cetr::away_from_origin(points) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
