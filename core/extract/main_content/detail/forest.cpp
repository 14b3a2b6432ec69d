#include "core/extract/main_content/detail/forest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace pith {

Forest::Forest(std::span<const ForestSplit> all_splits, std::span<const std::uint16_t> first_split_of_trees,
               std::span<const float> all_leaves, float base_margin)
    : splits(all_splits), first_split(first_split_of_trees), leaves(all_leaves), base(base_margin) {
  std::vector<std::uint16_t> order(splits.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  const auto question = [&](std::uint16_t s) { return std::pair(splits[s].feature, splits[s].threshold); };
  std::ranges::sort(order, {}, question);
  condition_of.resize(splits.size());
  for (const std::uint16_t s : order) {
    const auto [feature, threshold] = question(s);
    if (conditions.empty() || conditions.back().feature != feature || conditions.back().threshold != threshold)
      conditions.push_back({threshold, feature});
    condition_of[s] = static_cast<std::uint16_t>(conditions.size() - 1);
  }
}

float probability(float margin) { return 1 / (1 + std::exp(-margin)); }

float margin_of(float probability) {
  const float p = std::clamp(probability, 1e-5f, 1 - 1e-5f);
  return std::log(p / (1 - p));
}

namespace {

constexpr std::uint32_t leaf = 0x80;  // set in children that are leaves; the others are splits

using Rows = std::uint64_t;  // a set of the rows of a block
static_assert(FeatureTable::block == 64);

// The rows among the first 16 · `groups` whose numbers are not over the threshold.
#ifdef __SSE2__
Rows not_over(const float* numbers, float threshold, std::size_t groups) {
  Rows rows = 0;
  const __m128 limit = _mm_set1_ps(threshold);
  // 4 answers of 32 bits; 16 of them are packed to 8 bits each, and the highest bits of these are kept.
  const auto four = [&](const float* at) { return _mm_castps_si128(_mm_cmple_ps(_mm_loadu_ps(at), limit)); };
  for (std::size_t g = 0; g < groups; ++g, numbers += 16) {
    const __m128i low = _mm_packs_epi32(four(numbers), four(numbers + 4)),
                  high = _mm_packs_epi32(four(numbers + 8), four(numbers + 12));
    rows |= static_cast<Rows>(_mm_movemask_epi8(_mm_packs_epi16(low, high))) << 16 * g;
  }
  return rows;
}
#else
Rows not_over(const float* numbers, float threshold, std::size_t groups) {
  Rows rows = 0;
  for (std::size_t r = 0; r < 16 * groups; ++r) rows |= Rows{numbers[r] <= threshold} << r;
  return rows;
}
#endif

// Sends the rows of a block through a forest. `met` has room for the rows that meet each condition.
void add_trees(const Forest& forest, const FeatureTable& table, std::size_t begin, std::span<float> margins,
               std::span<Rows> met) {
  const std::size_t groups = (margins.size() + 15) / 16;
  const Rows all = ~Rows{0} >> (FeatureTable::block - margins.size());
  for (std::size_t c = 0; c < met.size(); ++c) {
    const ForestCondition& condition = forest.conditions[c];
    met[c] = not_over(table.block_of(begin, condition.feature), condition.threshold, groups);
  }
  std::array<Rows, 2 * leaf> reached;  // by child
  for (std::size_t t = 0; t < forest.trees(); ++t) {
    const std::size_t first = forest.first_split[t], count = forest.first_split[t + 1] - first;
    const ForestSplit* const splits = &forest.splits[first];
    const std::uint16_t* const conditions = &forest.condition_of[first];
    reached[0] = all;
    for (std::size_t s = 0; s < count; ++s) {
      const Rows left = reached[s] & met[conditions[s]];
      reached[splits[s].right] = reached[s] ^ left;
      reached[splits[s].left] = left;
    }
    const float* const leaves = &forest.leaves[first + t];  // a tree has one leaf more than splits
    for (std::size_t l = 0; l <= count; ++l)
      for (Rows rows = reached[leaf + l]; rows != 0; rows &= rows - 1)
        margins[static_cast<std::size_t>(std::countr_zero(rows))] += leaves[l];
  }
}

}  // namespace

float margin_of_row(const Forest& forest, std::span<const float> row) {
  float margin = forest.base;
  for (std::size_t t = 0; t < forest.trees(); ++t) {
    const std::size_t first = forest.first_split[t];
    std::uint32_t at = 0;
    do {
      const ForestSplit& split = forest.splits[first + at];
      at = row[split.feature] <= split.threshold ? split.left : split.right;
    } while (at < leaf);
    margin += forest.leaves[first + t + at - leaf];
  }
  return margin;
}

std::vector<float> margins_of(const Forest& forest, const FeatureTable& table) {
  std::vector<float> margins(table.rows(), forest.base);
  std::vector<Rows> met(forest.conditions.size());
  for (std::size_t begin = 0; begin < margins.size(); begin += FeatureTable::block)
    add_trees(forest, table, begin,
              std::span(margins).subspan(begin, std::min(FeatureTable::block, margins.size() - begin)), met);
  return margins;
}

}  // namespace pith
