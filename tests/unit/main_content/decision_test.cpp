#include "core/extract/main_content/detail/features/decision.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <vector>

using namespace pith;

namespace {

// The formula of the header, for the runs whose bit is set.
double expected_f1(const std::vector<float>& p, const std::vector<std::uint32_t>& words, unsigned set) {
  double found = 0, size = 0, all = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    all += static_cast<double>(p[i]) * words[i];
    if (!(set >> i & 1)) continue;
    found += static_cast<double>(p[i]) * words[i];
    size += words[i];
  }
  return size + all > 0 ? 2 * found / (size + all) : 0;
}

unsigned over(const std::vector<float>& p, float threshold) {
  unsigned set = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] >= threshold) set |= 1u << i;
  return set;
}

void check(const std::vector<float>& p, const std::vector<std::uint32_t>& words) {
  double best = 0;
  for (unsigned set = 0; set < 1u << p.size(); ++set) best = std::max(best, expected_f1(p, words, set));
  const Decision decision = decide(p, words);
  BOOST_TEST(decision.expected_f1 == best, boost::test_tools::tolerance(1e-6));
  // All runs over the threshold together are a best set: no run that equals a chosen one is left out.
  BOOST_TEST(expected_f1(p, words, over(p, decision.threshold)) == best, boost::test_tools::tolerance(1e-6));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decision)

BOOST_AUTO_TEST_CASE(no_set_of_runs_is_better) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<float> p(1 + random() % 9);
    std::vector<std::uint32_t> words(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      // A few distinct numbers, 0 and 1 among them, make ties.
      p[i] = round % 2 ? static_cast<float>(random() % 5) / 4 : static_cast<float>(random() % 1000) / 1000;
      words[i] = random() % 4 ? random() % 50 : 0;
    }
    BOOST_TEST_CONTEXT("round " << round) check(p, words);
  }
}

BOOST_AUTO_TEST_CASE(equal_runs_are_chosen_together) {
  const std::vector<float> p = {0.4f, 0.9f, 0.9f, 0.4f};
  const std::vector<std::uint32_t> words = {10, 1, 30, 20};
  BOOST_TEST(decide(p, words).threshold == 0.4f);
  check(p, words);
}

BOOST_AUTO_TEST_CASE(words_over_half_of_the_best_value_are_in_and_no_others) {
  // The meaning of the threshold, after Lewis 1995.
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    std::vector<float> p(40);
    std::vector<std::uint32_t> words(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      p[i] = static_cast<float>(random() % 10'000) / 10'000;
      words[i] = 1 + random() % 30;
    }
    const Decision decision = decide(p, words);
    for (const float value : p) {
      if (value > decision.expected_f1 / 2 + 1e-5f) BOOST_TEST(value >= decision.threshold);
      if (value < decision.expected_f1 / 2 - 1e-5f) BOOST_TEST(value < decision.threshold);
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_to_decide) {
  BOOST_TEST(decide({}, {}).threshold == 1.0f);
  BOOST_TEST(decide({}, {}).expected_f1 == 0.0f);
  const std::vector<float> p = {0.9f, 0.2f}, none = {0, 0};
  const std::vector<std::uint32_t> no_words = {0, 0}, words = {5, 7};
  BOOST_TEST(decide(p, no_words).expected_f1 == 0.0f);
  BOOST_TEST(decide(p, no_words).threshold == 1.0f);
  BOOST_TEST(decide(none, words).expected_f1 == 0.0f);
  const std::vector<float> sure = {1, 1};
  BOOST_TEST(decide(sure, words).expected_f1 == 1.0f);
}

BOOST_AUTO_TEST_CASE(a_run_without_words_moves_no_threshold) {
  const std::vector<float> p = {0.8f, 0.1f}, more = {0.8f, 0.99f, 0.1f, 0.05f};
  const std::vector<std::uint32_t> words = {20, 20}, with_empty = {20, 0, 20, 0};
  BOOST_TEST(decide(p, words).threshold == decide(more, with_empty).threshold);
  BOOST_TEST(decide(p, words).expected_f1 == decide(more, with_empty).expected_f1);
}

BOOST_AUTO_TEST_SUITE_END()
