// The numbers that a forest computes for rows.
#pragma once

#include <span>
#include <vector>

#include "core/extract/main_content/detail/view/feature_table.h"
#include "core/extract/main_content/model.h"

namespace pith {

// The sum of the trees' leaves for one row. O(trees · depth).
float margin_of_row(const Forest& forest, std::span<const float> row);

// The same, to the last bit, for each row of a table. O(rows · splits), but much faster than going down row by row: 128
// rows, or 64, go through a tree together, as a set of bits (row_set.h) that each split divides, and no branch depends
// on them. Which rows meet a condition is found out once for all splits that ask for it: there are three times as many
// splits as conditions. After QuickScorer (Lucchese et al., SIGIR 2015) and RapidScorer (Ye et al., KDD 2018), which
// also share the answers of equal conditions, but keep sets of leaves for each row instead.
std::vector<float> margins_of(const Forest& forest, const FeatureTable& table);

// 1 / (1 + e^-margin).
float probability(float margin);
// The inverse, with probabilities clamped to 0.00001 from 0 and 1.
float margin_of(float probability);

}  // namespace pith
