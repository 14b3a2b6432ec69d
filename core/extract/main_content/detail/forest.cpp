#include "core/extract/main_content/detail/forest.h"

#include <algorithm>
#include <array>
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

// Eight bits as eight bytes of 0 or 1.
std::uint64_t spread(std::uint64_t bits) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  // Byte i keeps bit i alone; adding 127 carries it into the highest bit.
  return (((bits & 0xff) * ones & 0x8040201008040201) + 0x7f * ones) >> 7 & ones;
}

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

// The least and the most of the first 16 · `groups` numbers.
std::pair<float, float> range_of(const float* numbers, std::size_t groups) {
  __m128 least = _mm_loadu_ps(numbers), most = least;
  for (std::size_t i = 4; i < 16 * groups; i += 4) {
    const __m128 four = _mm_loadu_ps(numbers + i);
    least = _mm_min_ps(least, four);
    most = _mm_max_ps(most, four);
  }
  std::array<float, 4> low, high;
  _mm_storeu_ps(low.data(), least);
  _mm_storeu_ps(high.data(), most);
  return {*std::ranges::min_element(low), *std::ranges::max_element(high)};
}
#else
std::pair<float, float> range_of(const float* numbers, std::size_t groups) {
  const auto [least, most] = std::minmax_element(numbers, numbers + 16 * groups);
  return {*least, *most};
}

Rows not_over(const float* numbers, float threshold, std::size_t groups) {
  Rows rows = 0;
  for (std::size_t r = 0; r < 16 * groups; ++r) rows |= Rows{numbers[r] <= threshold} << r;
  return rows;
}
#endif

using Numbers = std::array<std::uint8_t, FeatureTable::block>;

// Each row is in one of `count` sets; writes its number for the first `rows` of them, a multiple of 8. Overwrites the
// sets, and one more behind them. The numbers are found bit by bit, for all rows at once: bit b of all numbers is the
// union of the sets whose own number has it. From one bit to the next, sets are united in pairs.
void number_rows(Rows* sets, std::size_t count, std::size_t rows, Numbers& numbers) {
  std::array<Rows, 7> bits;
  std::size_t places = 0;
  for (; count > 1; count /= 2) {
    if (count % 2 == 1) sets[count++] = 0;
    Rows odd = 0;
    for (std::size_t i = 0; i < count / 2; ++i) {
      odd |= sets[2 * i + 1];
      sets[i] = sets[2 * i] | sets[2 * i + 1];
    }
    bits[places++] = odd;
  }
  for (std::size_t row = 0; row < rows; row += 8) {
    std::uint64_t eight = 0;  // numbers, a byte each
    for (std::size_t b = 0; b < places; ++b) eight |= spread(bits[b] >> row) << b;
    for (std::size_t r = 0; r < 8; ++r) numbers[row + r] = static_cast<std::uint8_t>(eight >> 8 * r);
  }
}

// Which rows of a block meet each condition.
void ask(const Forest& forest, const FeatureTable& table, std::size_t begin, std::span<Rows> met) {
  const std::size_t groups = (std::min(FeatureTable::block, table.rows() - begin) + 15) / 16;
  for (std::size_t c = 0; c < met.size();) {
    const std::uint16_t feature = forest.conditions[c].feature;
    const float* const numbers = table.block_of(begin, feature);
    // Most numbers are alike in a block: half of the conditions are met by all rows or by none.
    const auto [least, most] = range_of(numbers, groups);
    for (; c < met.size() && forest.conditions[c].feature == feature; ++c) {
      const float threshold = forest.conditions[c].threshold;
      met[c] = most <= threshold ? ~Rows{0} : least > threshold ? 0 : not_over(numbers, threshold, groups);
    }
  }
}

// Sends the first rows of a block, a multiple of 8, through a forest.
void add_trees(const Forest& forest, std::span<const Rows> met, std::span<float> margins) {
  std::array<Rows, 2 * leaf + 1> reached;  // by child
  Numbers leaf_of_row;
  for (std::size_t t = 0; t < forest.trees(); ++t) {
    const std::size_t first = forest.first_split[t], count = forest.first_split[t + 1] - first;
    const ForestSplit* const splits = &forest.splits[first];
    const std::uint16_t* const conditions = &forest.condition_of[first];
    reached[0] = ~Rows{0};
    for (std::size_t s = 0; s < count; ++s) {
      const Rows left = reached[s] & met[conditions[s]];
      reached[splits[s].right] = reached[s] ^ left;
      reached[splits[s].left] = left;
    }
    number_rows(&reached[leaf], count + 1, margins.size(), leaf_of_row);
    const float* const leaves = &forest.leaves[first + t];  // a tree has one leaf more than splits
    for (std::size_t r = 0; r < margins.size(); ++r) margins[r] += leaves[leaf_of_row[r]];
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
  std::vector<float> margins((table.rows() + 7) / 8 * 8, forest.base);
  std::vector<Rows> met(forest.conditions.size());
  for (std::size_t begin = 0; begin < margins.size(); begin += FeatureTable::block) {
    ask(forest, table, begin, met);
    add_trees(forest, met, std::span(margins).subspan(begin, std::min(FeatureTable::block, margins.size() - begin)));
  }
  margins.resize(table.rows());
  return margins;
}

}  // namespace pith
