#include "core/extract/main_content/detail/forest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace pith {

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

// Sends the rows of a block through a forest.
void add_trees(const Forest& forest, const FeatureTable& table, std::size_t begin, std::span<float> margins) {
  struct Part {
    Rows rows;
    std::uint32_t child;
  };
  const std::size_t groups = (margins.size() + 15) / 16;
  const Rows all = ~Rows{0} >> (FeatureTable::block - margins.size());
  std::array<Part, leaf> later;  // what went right, at most one part a level
  for (std::size_t t = 0; t < forest.trees(); ++t) {
    const std::size_t first = forest.first_split[t];
    const float* const leaves = &forest.leaves[first + t];  // a tree has one leaf more than splits
    std::size_t waiting = 0;
    Part part{all, 0};
    while (true) {
      if (part.child >= leaf) {
        const float value = leaves[part.child - leaf];
        for (Rows rows = part.rows; rows != 0; rows &= rows - 1)
          margins[static_cast<std::size_t>(std::countr_zero(rows))] += value;
        if (waiting == 0) break;
        part = later[--waiting];
        continue;
      }
      const ForestSplit& split = forest.splits[first + part.child];
      const float* const numbers = table.block_of(begin, split.feature);
      const Rows left = part.rows & not_over(numbers, split.threshold, groups), right = part.rows ^ left;
      later[waiting] = {right, split.right};
      waiting += right != 0 && left != 0;
      part = left != 0 ? Part{left, split.left} : Part{right, split.right};
    }
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
  for (std::size_t begin = 0; begin < margins.size(); begin += FeatureTable::block)
    add_trees(forest, table, begin,
              std::span(margins).subspan(begin, std::min(FeatureTable::block, margins.size() - begin)));
  return margins;
}

}  // namespace pith
