#include "core/extract/main_content/detail/features/forest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/extract/main_content/detail/features/row_set.h"

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

// Which rows of a block meet each condition.
template <std::size_t rows>
void ask(const Forest& forest, const FeatureTable& table, std::size_t begin, std::span<RowSet<rows>> met) {
  for (std::size_t c = 0; c < met.size();) {
    const std::uint16_t feature = forest.conditions[c].feature;
    const float* const numbers = table.block_of(begin, feature);
    // Most numbers are alike in a block: half of the conditions are met by all rows or by none.
    const auto [least, most] = range_of(numbers, rows);
    for (; c < met.size() && forest.conditions[c].feature == feature; ++c) {
      const float threshold = forest.conditions[c].threshold;
      if (most <= threshold) {
        met[c] = all_rows<rows>;
      } else if (least > threshold) {
        met[c] = RowSet<rows>{};
      } else {
        for (std::size_t word = 0; word < rows / 64; ++word) met[c][word] = not_over(numbers + 64 * word, threshold);
      }
    }
  }
}

// Sends the rows of a block through a forest.
template <std::size_t rows>
void add_trees(const Forest& forest, std::span<const RowSet<rows>> met, std::span<float> margins) {
  std::array<RowSet<rows>, 2 * leaf + 1> reached;  // by child
  std::array<std::uint8_t, rows> leaf_of_row;
  for (std::size_t t = 0; t < forest.trees(); ++t) {
    const std::size_t first = forest.first_split[t], count = forest.first_split[t + 1] - first;
    const ForestSplit* const splits = &forest.splits[first];
    const std::uint16_t* const conditions = &forest.condition_of[first];
    reached[0] = all_rows<rows>;
    for (std::size_t s = 0; s < count; ++s) {
      const RowSet<rows> left = reached[s] & met[conditions[s]];
      reached[splits[s].right] = reached[s] ^ left;
      reached[splits[s].left] = left;
    }
    number_rows<rows>(&reached[leaf], count + 1, leaf_of_row);
    const float* const leaves = &forest.leaves[first + t];  // a tree has one leaf more than splits
    for (std::size_t r = 0; r < margins.size(); ++r) margins[r] += leaves[leaf_of_row[r]];
  }
}

// Adds up all blocks of so many rows that there are from `begin` on, and moves it behind them. Rows are padded to 64.
template <std::size_t rows>
void add_blocks(const Forest& forest, const FeatureTable& table, std::size_t& begin, std::span<float> margins) {
  const std::size_t padded = (margins.size() + FeatureTable::block - 1) / FeatureTable::block * FeatureTable::block;
  if (begin + rows > padded) return;
  std::vector<RowSet<rows>> met(forest.conditions.size());
  for (; begin + rows <= padded; begin += rows) {
    ask<rows>(forest, table, begin, met);
    add_trees<rows>(forest, met, margins.subspan(begin, std::min(rows, margins.size() - begin)));
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
  static_assert(FeatureTable::block == 64);
  std::vector<float> margins(table.rows(), forest.base);
  std::size_t begin = 0;
  add_blocks<128>(forest, table, begin, margins);
  add_blocks<64>(forest, table, begin, margins);
  return margins;
}

}  // namespace pith
