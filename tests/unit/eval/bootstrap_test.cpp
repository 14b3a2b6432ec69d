#include "plugin/measure/bootstrap.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <vector>

using namespace pith::eval;
namespace tt = boost::test_tools;

namespace {

using Pages = std::vector<PageValue>;

Interval interval_of(const Pages& pages) { return bootstrap_mean(std::span(&pages, 1)); }

// Every page is a separate site, as if pages were independent.
Pages alone(const std::vector<double>& values) {
  Pages pages;
  for (const double value : values) pages.push_back({static_cast<std::uint32_t>(pages.size()), value});
  return pages;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// By definition: the mean over the pages of all drawn sites, and the 26th of 1,000 such means from either end.
Interval naive(const std::vector<Pages>& sets) {
  std::vector<double> means;
  std::mt19937 random(20'111);
  for (int resample = 0; resample < 1000; ++resample) {
    std::vector<double> set_means;
    for (const Pages& pages : sets) {
      std::map<std::uint32_t, std::vector<double>> by_site;
      for (const PageValue& page : pages) by_site[page.site].push_back(page.value);
      std::vector<std::vector<double>> sites;
      for (const auto& [site, values] : by_site) sites.push_back(values);
      std::vector<double> drawn;
      for (std::size_t i = 0; i < sites.size(); ++i) {
        const auto& site = sites[random() % sites.size()];
        drawn.insert(drawn.end(), site.begin(), site.end());
      }
      set_means.push_back(mean_of(drawn));
    }
    means.push_back(mean_of(set_means));
  }
  std::sort(means.begin(), means.end());
  return {0, means[25], means[974]};
}

// Pages of `sites` sites, 1 to 12 each, which differ more between sites than within; the true mean is 0.5.
Pages clustered_pages(std::mt19937& random, std::uint32_t sites) {
  const auto uniform = [&] { return static_cast<double>(random() % 1001) / 1000; };
  Pages pages;
  for (std::uint32_t site = 0; site < sites; ++site) {
    const double level = uniform();
    for (std::size_t i = 1 + random() % 12; i > 0; --i) pages.push_back({site, 0.8 * level + 0.2 * uniform()});
  }
  std::shuffle(pages.begin(), pages.end(), random);
  return pages;
}

std::vector<double> values_of(const Pages& pages) {
  std::vector<double> values;
  for (const PageValue& page : pages) values.push_back(page.value);
  return values;
}

bool covers(const Interval& interval, double value) { return interval.low <= value && value <= interval.high; }

}  // namespace

BOOST_AUTO_TEST_SUITE(bootstrap)

BOOST_AUTO_TEST_CASE(equal_values_leave_no_doubt) {
  const Interval interval = interval_of(alone(std::vector<double>(50, 0.7)));
  for (const double value : {interval.mean, interval.low, interval.high}) BOOST_TEST(value == 0.7, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(is_what_a_naive_version_gives) {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<Pages> sets;
    for (std::size_t i = 0; i <= random() % 3; ++i) sets.push_back(clustered_pages(random, 2 + random() % 20));
    const Interval fast = bootstrap_mean(sets), slow = naive(sets);
    BOOST_TEST(fast.low == slow.low, tt::tolerance(1e-9));
    BOOST_TEST(fast.high == slow.high, tt::tolerance(1e-9));
    BOOST_TEST(!fast.by_page);
  }
}

BOOST_AUTO_TEST_CASE(independent_pages_give_about_two_standard_errors_and_the_same_again) {
  std::mt19937 random(3);
  std::vector<double> values(400);
  for (double& value : values) value = static_cast<double>(random() % 1000) / 1000;  // uniform: deviation 0.289
  const Interval interval = interval_of(alone(values));
  const double half = 1.96 * 0.289 / 20;
  BOOST_TEST(interval.mean - interval.low == half, tt::tolerance(0.15));
  BOOST_TEST(interval.high - interval.mean == half, tt::tolerance(0.15));
  BOOST_TEST(interval_of(alone(values)).low == interval.low);
}

BOOST_AUTO_TEST_CASE(it_covers_the_true_mean_of_clustered_pages_where_drawn_pages_do_not) {
  std::mt19937 random(11);
  int by_site = 0, by_page = 0;
  for (int round = 0; round < 200; ++round) {
    const Pages pages = clustered_pages(random, 50);
    by_site += covers(interval_of(pages), 0.5);
    by_page += covers(interval_of(alone(values_of(pages))), 0.5);
  }
  BOOST_TEST(by_site >= 180);
  BOOST_TEST(by_site <= 199);
  BOOST_TEST(by_page <= 150);
}

BOOST_AUTO_TEST_CASE(the_mean_is_over_pages_not_over_sites) {
  BOOST_TEST(interval_of({{0, 1}, {0, 1}, {0, 1}, {1, 0}}).mean == 0.75, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(of_two_sites_it_reaches_from_one_mean_to_the_other) {
  const Interval interval = interval_of({{0, 0.2}, {1, 0.9}, {0, 0.4}, {1, 0.7}, {1, 0.8}});
  BOOST_TEST(interval.low == 0.3, tt::tolerance(1e-9));
  BOOST_TEST(interval.high == 0.8, tt::tolerance(1e-9));
  BOOST_TEST(!interval.by_page);
}

BOOST_AUTO_TEST_CASE(of_one_site_pages_are_drawn) {
  std::mt19937 random(7);
  std::vector<double> values(60);
  for (double& value : values) value = static_cast<double>(random() % 1000) / 1000;
  Pages pages;
  for (const double value : values) pages.push_back({3, value});  // site numbers without pages do not count
  const Interval one = interval_of(pages), independent = interval_of(alone(values));
  BOOST_TEST(one.by_page);
  BOOST_TEST(!independent.by_page);
  BOOST_TEST(one.mean == independent.mean);
  BOOST_TEST(one.low == independent.low);
  BOOST_TEST(one.high == independent.high);
}

BOOST_AUTO_TEST_CASE(of_one_page_it_is_the_value) {
  const Interval interval = interval_of({{0, 0.4}});
  for (const double value : {interval.mean, interval.low, interval.high}) BOOST_TEST(value == 0.4, tt::tolerance(1e-9));
  BOOST_TEST(interval.by_page);
}

BOOST_AUTO_TEST_CASE(every_set_counts_the_same_and_empty_ones_do_not) {
  const std::vector<Pages> sets = {alone(std::vector<double>(1000, 1.0)), alone(std::vector<double>(10, 0.0)), {}};
  const Interval interval = bootstrap_mean(sets);
  BOOST_TEST(interval.mean == 0.5, tt::tolerance(1e-9));
  BOOST_TEST(!interval.by_page);
  BOOST_TEST(
      bootstrap_mean(std::vector<Pages>{sets[0], {{0, 1.0}, {0, 0.5}}}).by_page);  // one of the sets is a single site
}

BOOST_AUTO_TEST_CASE(nothing_is_zero) {
  for (const Interval& interval : {bootstrap_mean({}), interval_of({})}) {
    BOOST_TEST(interval.mean == 0.0);
    BOOST_TEST(interval.high == 0.0);
    BOOST_TEST(!interval.by_page);
  }
}

BOOST_AUTO_TEST_SUITE_END()
