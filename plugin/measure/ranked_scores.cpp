#include "plugin/measure/ranked_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace pith::measure {
namespace {

constexpr std::size_t depth = 10;

double gain_of(int grade) { return std::exp2(grade) - 1; }
double discount_of(std::size_t position) { return 1 / std::log2(static_cast<double>(position) + 2); }  // from 0

double ideal_of(std::vector<int> relevant) {
  std::sort(relevant.begin(), relevant.end(), std::greater<>());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min(depth, relevant.size()); ++i) ideal += gain_of(relevant[i]) * discount_of(i);
  return ideal;
}

bool is_tie(const RankedHit& better, const RankedHit& worse) {
  return better.partial == worse.partial && better.score - worse.score <= 1e-6 * std::abs(better.score);
}

// The place of the first of `relevant` hits among `size` tied ones that begin after `before` hits.
void place_first(RankedScores& out, std::size_t before, std::size_t size, std::size_t relevant) {
  double not_yet = 1;  // probability that no position so far is relevant
  for (std::size_t i = 0; i + relevant <= size; ++i) {
    const double here = static_cast<double>(relevant) / static_cast<double>(size - i);
    const double rank = static_cast<double>(before + i + 1);
    out.reciprocal_rank += not_yet * here / rank;
    out.rank += not_yet * here * rank;
    not_yet *= 1 - here;
  }
}

}  // namespace

RankedScores scores_of(std::span<const RankedHit> hits, std::vector<int> relevant) {
  RankedScores out;
  const int highest = relevant.empty() ? 0 : *std::max_element(relevant.begin(), relevant.end());
  const double ideal = ideal_of(std::move(relevant));
  if (ideal == 0) return out;
  for (std::size_t begin = 0; begin < hits.size();) {
    std::size_t end = begin, found = 0, best = 0, judged = 0;
    double gain = 0;
    for (; end < hits.size() && is_tie(hits[begin], hits[end]); ++end) {
      found += hits[end].grade > 0;
      best += hits[end].grade == highest;
      judged += hits[end].judged;
      gain += gain_of(hits[end].grade);
    }
    const auto size = static_cast<double>(end - begin);
    for (std::size_t i = begin; i < std::min(end, depth); ++i) {
      out.ndcg_10 += gain / size * discount_of(i) / ideal;
      out.precision_10 += static_cast<double>(found) / size / static_cast<double>(depth);
      out.judged_10 += static_cast<double>(judged) / size / static_cast<double>(std::min(hits.size(), depth));
    }
    if (begin == 0) out.success_1 = static_cast<double>(best) / size;
    if (found > 0 && out.rank == 0) place_first(out, begin, end - begin, found);
    begin = end;
  }
  return out;
}

bool is_settled(std::span<const RankedHit> hits) {
  bool found = false;
  for (std::size_t begin = 0; begin < hits.size();) {
    std::size_t end = begin;
    for (; end < hits.size() && is_tie(hits[begin], hits[end]); ++end) found |= hits[end].grade > 0;
    if (found && end >= depth) return end < hits.size();
    begin = end;
  }
  return false;
}

}  // namespace pith::measure
