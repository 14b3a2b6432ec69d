#include "core/main_content/forest.h"

#include <algorithm>
#include <cmath>

namespace pith {

float probability(float margin) { return 1 / (1 + std::exp(-margin)); }

float margin_of(float probability) {
  const float p = std::clamp(probability, 1e-5f, 1 - 1e-5f);
  return std::log(p / (1 - p));
}

std::vector<float> margins_of(const Forest& forest, std::span<const float> rows, std::size_t width) {
  constexpr std::uint32_t leaf = 0x80;
  const std::size_t count = width == 0 ? 0 : rows.size() / width;
  std::vector<float> margins(count, forest.base);
  constexpr std::size_t block = 16;  // rows whose numbers stay in the cache while all trees look at them
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t end = std::min(begin + block, count);
    for (std::size_t t = 0; t < forest.trees(); ++t) {
      const ForestSplit* const splits = &forest.splits[forest.first_split[t]];
      const float* const leaves = &forest.leaves[forest.first_split[t] + t];
      for (std::size_t r = begin; r < end; ++r) {
        const float* const row = &rows[r * width];
        std::uint32_t at = 0;
        do {
          const ForestSplit& split = splits[at];
          at = row[split.feature] <= split.threshold ? split.left : split.right;
        } while (at < leaf);
        margins[r] += leaves[at - leaf];
      }
    }
  }
  return margins;
}

}  // namespace pith
