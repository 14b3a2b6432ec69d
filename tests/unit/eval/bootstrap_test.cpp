#include "plugin/eval/bootstrap.h"

#include <boost/test/unit_test.hpp>
#include <random>

using namespace pith::eval;
namespace tt = boost::test_tools;

BOOST_AUTO_TEST_SUITE(bootstrap)

BOOST_AUTO_TEST_CASE(equal_values_leave_no_doubt) {
  const std::vector<double> values(50, 0.7);
  const Interval interval = bootstrap_mean(values);
  BOOST_TEST(interval.mean == 0.7, tt::tolerance(1e-9));
  BOOST_TEST(interval.low == 0.7, tt::tolerance(1e-9));
  BOOST_TEST(interval.high == 0.7, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(the_interval_is_about_two_standard_errors_wide_and_repeats) {
  std::mt19937 random(3);
  std::vector<double> values(400);
  for (double& value : values) value = static_cast<double>(random() % 1000) / 1000;  // uniform: deviation 0.289
  const Interval interval = bootstrap_mean(values);
  const double half = 1.96 * 0.289 / 20;
  BOOST_TEST(interval.mean - interval.low == half, tt::tolerance(0.15));
  BOOST_TEST(interval.high - interval.mean == half, tt::tolerance(0.15));
  BOOST_TEST(bootstrap_mean(values).low == interval.low);
}

BOOST_AUTO_TEST_CASE(it_covers_the_true_mean_about_nineteen_times_of_twenty) {
  std::mt19937 random(11);
  int covered = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<double> values(60);
    for (double& value : values) value = static_cast<double>(random() % 1000) / 999;
    const Interval interval = bootstrap_mean(values);
    covered += interval.low <= 0.5 && 0.5 <= interval.high;
  }
  BOOST_TEST(covered >= 180);
  BOOST_TEST(covered <= 199);
}

BOOST_AUTO_TEST_CASE(every_set_counts_the_same) {
  const std::vector<std::vector<double>> sets = {std::vector<double>(1000, 1.0), std::vector<double>(10, 0.0), {}};
  BOOST_TEST(bootstrap_mean_of_means(sets).mean == 0.5, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(nothing_is_zero) { BOOST_TEST(bootstrap_mean({}).high == 0.0); }

BOOST_AUTO_TEST_SUITE_END()
