// Gradient-boosted trees as flat tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/extract/main_content/feature_table.h"

namespace pith {

// One split, 8 bytes. Numbers not over the threshold go left. A child is the index of a later split of the same tree,
// or, with the high bit, of a leaf of the tree. A tree has at least one split, and at most 127.
struct ForestSplit {
  float threshold;
  std::uint16_t feature;
  std::uint8_t left, right;
};

// Views of tables that live elsewhere: compiled in (core/extract/main_content/model.cpp), or of a StoredModel.
struct Forest {
  std::span<const ForestSplit> splits;
  std::span<const std::uint16_t> first_split;  // of each tree; one more at the end
  std::span<const float> leaves;               // of all trees, one more a tree than splits
  float base = 0;

  std::size_t trees() const { return first_split.empty() ? 0 : first_split.size() - 1; }
};

// The sum of the trees' leaves for a row. O(trees · depth).
float margin_of_row(const Forest& forest, std::span<const float> row);

// The same, to the last bit, for each row of a table. O(rows · splits), but in a third of the time of walking down row
// by row: 64 rows go through a tree together, as a set of bits that each split divides, so that few branches depend
// on them. After QuickScorer (Lucchese et al., SIGIR 2015), which keeps sets of leaves instead.
std::vector<float> margins_of(const Forest& forest, const FeatureTable& table);

// 1 / (1 + e^-margin).
float probability(float margin);
// The inverse, of probabilities cut to 0.00001 from 0 and 1.
float margin_of(float probability);

}  // namespace pith
