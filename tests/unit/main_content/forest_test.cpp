#include "core/extract/main_content/detail/features/forest.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

using namespace pith;

namespace {

constexpr std::size_t width = 5;

struct Tables {
  std::vector<ForestSplit> splits;
  std::vector<std::uint16_t> first_split = {0};
  std::vector<float> leaves;
  Forest view(float base = 0) const { return {splits, first_split, leaves, base}; }
};

// A tree of `count` splits, in the order of plugin/lab/training/train: a split, then everything below its left child,
// then below its right one.
void grow(Tables& tables, int count, std::mt19937& random) {
  std::vector<ForestSplit> splits;
  std::size_t leaves = 0;
  const auto walk = [&](auto&& self, int left) -> std::uint8_t {
    if (left == 0) {
      tables.leaves.push_back(static_cast<float>(random() % 2001) / 1000 - 1);
      return static_cast<std::uint8_t>(0x80 + leaves++);
    }
    const std::size_t at = splits.size();
    splits.push_back({static_cast<float>(random() % 10), static_cast<std::uint16_t>(random() % width), 0, 0});
    const int below = static_cast<int>(random() % static_cast<unsigned>(left));
    const std::uint8_t l = self(self, below), r = self(self, left - 1 - below);
    splits[at].left = l;
    splits[at].right = r;
    return static_cast<std::uint8_t>(at);
  };
  walk(walk, count);
  tables.splits.insert(tables.splits.end(), splits.begin(), splits.end());
  tables.first_split.push_back(static_cast<std::uint16_t>(tables.splits.size()));
}

// A table of these numbers, row by row.
FeatureTable table_of(std::span<const float> rows, std::size_t columns) {
  FeatureTable table(rows.size() / columns, columns);
  for (std::size_t i = 0; i < rows.size(); ++i) table.column(i % columns)[i / columns] = rows[i];
  return table;
}

float leaf_of(const Forest& forest, std::size_t tree, std::size_t at, std::span<const float> row) {
  const ForestSplit& split = forest.splits[forest.first_split[tree] + at];
  const std::uint8_t child = row[split.feature] <= split.threshold ? split.left : split.right;
  // A tree has one leaf more than splits, so earlier trees have as many leaves as splits and trees together.
  if (child & 0x80) return forest.leaves[forest.first_split[tree] + tree + (child & 0x7f)];
  return leaf_of(forest, tree, child, row);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(forest)

BOOST_AUTO_TEST_CASE(sums_the_leaves_that_a_walk_reaches) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Tables tables;
    const int trees = static_cast<int>(random() % 12);
    for (int t = 0; t < trees; ++t) grow(tables, 1 + static_cast<int>(random() % (round == 0 ? 127 : 20)), random);
    const Forest forest = tables.view(0.25f);
    BOOST_TEST_REQUIRE(forest.trees() == static_cast<std::size_t>(trees));
    // Row counts around the size of a block; values on the thresholds, where left and right are easily confused.
    std::vector<float> rows((random() % 400) * width);
    for (float& x : rows) x = static_cast<float>(random() % 22) / 2 - 0.5f;
    const std::vector<float> margins = margins_of(forest, table_of(rows, width));
    BOOST_TEST_REQUIRE(margins.size() == rows.size() / width);
    for (std::size_t r = 0; r < margins.size(); ++r) {
      float expected = 0.25f;
      for (std::size_t t = 0; t < forest.trees(); ++t)
        expected += leaf_of(forest, t, 0, std::span(rows).subspan(r * width, width));
      BOOST_TEST(margins[r] == expected, "round " << round << ", row " << r);
      BOOST_TEST(margin_of_row(forest, std::span(rows).subspan(r * width, width)) == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_tree_of_127_splits_uses_all_of_its_leaves) {
  // The largest tree that a child's seven bits can address: a comb whose leaf k is for rows between k - 1 and k.
  Tables tables;
  for (int i = 0; i < 127; ++i)
    tables.splits.push_back({static_cast<float>(i), 0, static_cast<std::uint8_t>(0x80 + i),
                             static_cast<std::uint8_t>(i < 126 ? i + 1 : 0x80 + 127)});
  tables.first_split.push_back(127);
  for (int i = 0; i < 128; ++i) tables.leaves.push_back(static_cast<float>(i));
  std::vector<float> rows;
  for (int i = 0; i < 128; ++i) rows.push_back(static_cast<float>(i));
  BOOST_TEST(margins_of(tables.view(), table_of(rows, 1)) == rows, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_rows_no_columns_no_trees) {
  std::mt19937 random(4);
  Tables tables;
  grow(tables, 7, random);
  BOOST_TEST(margins_of(tables.view(), FeatureTable(0, width)).empty());
  BOOST_TEST(margins_of(tables.view(), FeatureTable(0, 0)).empty());
  const FeatureTable table(3, width);
  const std::vector<float> base(3, 0.5f);
  BOOST_TEST(margins_of(Forest({}, {}, {}, 0.5f), table) == base, boost::test_tools::per_element());
  BOOST_TEST(margins_of(Tables().view(0.5f), table) == base, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(probabilities_and_margins_are_inverse) {
  for (const float p : {0.00002f, 0.01f, 0.3f, 0.5f, 0.9f, 0.9999f})
    BOOST_TEST(probability(margin_of(p)) == p, boost::test_tools::tolerance(1e-3f));
  for (const float p : {0.0f, 1.0f}) BOOST_TEST(std::isfinite(margin_of(p)));
  for (const float m : {-1e30f, -200.0f, 200.0f, 1e30f}) {
    BOOST_TEST(probability(m) >= 0.0f);
    BOOST_TEST(probability(m) <= 1.0f);
  }
}

BOOST_AUTO_TEST_SUITE_END()
