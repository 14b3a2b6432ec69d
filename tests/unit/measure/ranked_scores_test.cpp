#include "plugin/measure/ranked_scores.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

using namespace pith::measure;
namespace tt = boost::test_tools;

namespace {

// The scores of one order, by definition.
RankedScores of_order(const std::vector<RankedHit>& hits, std::vector<int> relevant) {
  RankedScores out;
  std::sort(relevant.rbegin(), relevant.rend());
  double gained = 0, ideal = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    const double discount = std::log(2.0) / std::log(static_cast<double>(i) + 2);
    if (i < hits.size()) gained += (std::pow(2, hits[i].grade) - 1) * discount;
    if (i < relevant.size()) ideal += (std::pow(2, relevant[i]) - 1) * discount;
    if (i < hits.size() && hits[i].grade > 0) out.precision_10 += 0.1;
    if (i < hits.size() && hits[i].judged)
      out.judged_10 += 1.0 / static_cast<double>(std::min<std::size_t>(10, hits.size()));
  }
  out.ndcg_10 = gained / ideal;
  out.success_1 = !hits.empty() && hits[0].grade == relevant.front();
  for (std::size_t i = 0; i < hits.size(); ++i)
    if (hits[i].grade > 0) {
      out.rank = static_cast<double>(i) + 1;
      out.reciprocal_rank = 1 / out.rank;
      break;
    }
  return out;
}

// The mean over all orders of all hits in which scores do not rise.
RankedScores naive(const std::vector<RankedHit>& hits, const std::vector<int>& relevant) {
  std::vector<std::size_t> order(hits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  RankedScores sum;
  double orders = 0;
  do {
    bool falls = true;
    std::vector<RankedHit> ordered;
    for (std::size_t i = 0; i < order.size(); ++i) {
      falls &= i == 0 || hits[order[i - 1]].score >= hits[order[i]].score;
      ordered.push_back(hits[order[i]]);
    }
    if (!falls) continue;
    const RankedScores one = of_order(ordered, relevant);
    sum.rank += one.rank;
    sum.reciprocal_rank += one.reciprocal_rank;
    sum.ndcg_10 += one.ndcg_10;
    sum.precision_10 += one.precision_10;
    sum.success_1 += one.success_1;
    sum.judged_10 += one.judged_10;
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  for (double* figure :
       {&sum.reciprocal_rank, &sum.rank, &sum.success_1, &sum.ndcg_10, &sum.precision_10, &sum.judged_10})
    *figure /= orders;
  return sum;
}

void check_same(const RankedScores& actual, const RankedScores& expected) {
  BOOST_TEST(actual.rank == expected.rank, tt::tolerance(1e-9));
  BOOST_TEST(actual.reciprocal_rank == expected.reciprocal_rank, tt::tolerance(1e-9));
  BOOST_TEST(actual.ndcg_10 == expected.ndcg_10, tt::tolerance(1e-9));
  BOOST_TEST(actual.precision_10 == expected.precision_10, tt::tolerance(1e-9));
  BOOST_TEST(actual.success_1 == expected.success_1, tt::tolerance(1e-9));
  BOOST_TEST(actual.judged_10 == expected.judged_10, tt::tolerance(1e-9));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ranked_scores)

// The third of three hits, while another relevant page is not found: by hand.
BOOST_AUTO_TEST_CASE(by_hand) {
  const std::vector<RankedHit> hits = {{3, 0}, {2, 0}, {1, 2}};
  const RankedScores scores = scores_of(hits, {2, 1});
  BOOST_TEST(scores.rank == 3);
  BOOST_TEST(scores.reciprocal_rank == 1.0 / 3, tt::tolerance(1e-12));
  BOOST_TEST(scores.precision_10 == 0.1, tt::tolerance(1e-12));
  // 3 / log2(4) by 3 / log2(2) + 1 / log2(3)
  BOOST_TEST(scores.ndcg_10 == 1.5 / (3 + 0.6309297535714575), tt::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(nothing_found_or_nothing_relevant_is_nothing) {
  check_same(scores_of({}, {1}), {});
  check_same(scores_of(std::vector<RankedHit>{{2, 0}, {1, 0}}, {1}), {});
  check_same(scores_of(std::vector<RankedHit>{{2, 0}}, {}), {});
}

// Two hits tie and one is relevant: it is first as often as second.
BOOST_AUTO_TEST_CASE(ties_have_no_order) {
  const RankedScores first = scores_of(std::vector<RankedHit>{{5, 1}, {5, 0}}, {1});
  BOOST_TEST(first.rank == 1.5, tt::tolerance(1e-12));
  BOOST_TEST(first.reciprocal_rank == 0.75, tt::tolerance(1e-12));
  check_same(first, scores_of(std::vector<RankedHit>{{5, 0}, {5, 1}}, {1}));
}

BOOST_AUTO_TEST_CASE(a_hit_that_lacks_words_follows_whatever_its_score) {
  const std::vector<RankedHit> hits = {{1, 0}, {5, 1, false, true}, {5, 0, false, true}, {1, 0, false, true}};
  BOOST_TEST(scores_of(hits, {1}).rank == 2.5, tt::tolerance(1e-12));
  const std::vector<RankedHit> same = {{5, 0}, {5, 1, false, true}};
  BOOST_TEST(scores_of(same, {1}).rank == 2, tt::tolerance(1e-12));
}

// Thirty pages with the same score, like those for a menu word: it is chance which of them are the first ten.
BOOST_AUTO_TEST_CASE(a_tie_over_the_tenth_place) {
  std::vector<RankedHit> hits(30, {1, 0});
  hits[4].grade = 1;
  const RankedScores scores = scores_of(hits, {1});
  BOOST_TEST(scores.rank == 15.5, tt::tolerance(1e-9));
  BOOST_TEST(scores.precision_10 == 0.1 / 3, tt::tolerance(1e-9));
}

// All lists of up to six hits with three scores and grades 0 to 2, against all of their orders.
BOOST_AUTO_TEST_CASE(is_the_mean_over_all_orders) {
  for (std::size_t size = 1; size <= 6; ++size)
    for (unsigned code = 0; code < std::pow(9, size); code += size < 4 ? 1 : size < 6 ? 7 : 211) {
      std::vector<RankedHit> hits;
      std::vector<int> relevant = {1};  // one that is not found
      for (unsigned rest = code, i = 0; i < size; ++i, rest /= 9) {
        hits.push_back({static_cast<double>(rest % 3), static_cast<int>(rest / 3 % 3)});
        hits.back().judged = hits.back().grade > 0 || (code + i) % 2 == 0;
        if (hits.back().grade > 0) relevant.push_back(hits.back().grade);
      }
      std::stable_sort(hits.begin(), hits.end(),
                       [](const RankedHit& a, const RankedHit& b) { return a.score > b.score; });
      check_same(scores_of(hits, relevant), naive(hits, relevant));
    }
}

// All lists of 16 hits with falling scores, some of them ties: if a beginning is settled, it has the scores of the
// whole list; and it is settled as soon as the rest no longer matters.
BOOST_AUTO_TEST_CASE(a_settled_beginning_tells_all) {
  constexpr std::size_t size = 16;
  for (unsigned ties = 0; ties < (1u << (size - 1)); ties += 7)
    for (std::size_t place : {0u, 3u, 9u, 10u, 12u, 15u}) {
      std::vector<RankedHit> hits;
      for (std::size_t i = 0; i < size; ++i) {
        const bool tie = i > 0 && (ties >> (i - 1) & 1u) != 0;
        hits.push_back({i == 0 ? 100 : hits.back().score - (tie ? 0 : 1), i == place});
      }
      for (std::size_t length = 0; length <= size; ++length) {
        const auto beginning = std::span(hits).first(length);
        // By definition: the ties of the first relevant hit and of the tenth hit have all ended.
        const std::size_t last = std::max(place, std::size_t{9});
        const bool ended = length > last && hits[length - 1].score < hits[last].score;
        BOOST_TEST(is_settled(beginning) == ended);
        if (is_settled(beginning)) check_same(scores_of(beginning, {1}), scores_of(hits, {1}));
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
