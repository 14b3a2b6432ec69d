// The trained tables of the default extractor: gradient-boosted trees as flat tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/page/page_type.h"

namespace pith {

// One split, 8 bytes. Numbers up to the threshold go left. A child is the index of a later split of the same tree, or,
// with the high bit set, of a leaf of the tree. Each leaf, and each split but the first, is the child of one split. A
// tree has 1 to 127 splits.
struct ForestSplit {
  float threshold;
  std::uint16_t feature;
  std::uint8_t left, right;
};

// What a split asks of a row. Many splits ask the same.
struct ForestCondition {
  float threshold;
  std::uint16_t feature;
};

// Views of tables that are stored elsewhere, compiled in (core/extract/main_content/model.cpp) or read from a file, and
// the conditions of its splits. A forest has at most 65,535 splits, with finite thresholds.
struct Forest {
  std::span<const ForestSplit> splits;
  std::span<const std::uint16_t> first_split;  // of each tree; one more at the end
  std::span<const float> leaves;               // of all trees; each tree has one more than splits
  float base = 0;
  std::vector<ForestCondition> conditions;  // each once, by feature and threshold
  std::vector<std::uint16_t> condition_of;  // by split, the index of its condition

  Forest() = default;
  // O(splits · log splits).
  Forest(std::span<const ForestSplit> all_splits, std::span<const std::uint16_t> first_split_of_trees,
         std::span<const float> all_leaves, float base_margin = 0);

  std::size_t trees() const { return first_split.empty() ? 0 : first_split.size() - 1; }
};

// Immutable; any number of threads. The first three add up to one margin: the logit of the probability that a run is
// main content. The inputs of each: FeatureNames in core/extract/main_content/training.h.
struct Model {
  Forest first;                                          // a run by itself
  Forest second;                                         // and the results of the first for the runs around it
  Forest site;                                           // what other pages have in its place; only used with siblings
  Forest quality;                                        // the logit of the F1 of what is chosen
  std::array<Forest, page_type_names.size() - 1> types;  // the logit of the probability that a page is of a type
};

// The tables that are compiled in.
const Model& builtin_model();

}  // namespace pith
