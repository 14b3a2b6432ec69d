// The compiled-in tables are well-formed. tests/quality judges their contents, which change with every training.
#include "core/extract/main_content/model.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/second_features.h"
#include "core/extract/main_content/detail/rules/quality.h"
#include "core/extract/main_content/detail/site/site_features.h"

using namespace pith;

namespace {

struct Named {
  std::string name;
  const Forest& forest;
  std::size_t columns;
};

std::vector<Named> forests() {
  const Model& m = builtin_model();
  std::vector<Named> out = {{"first", m.first, features().size()},
                            {"second", m.second, features().size() + second_features().size()},
                            {"site", m.site, site_features().size()},
                            {"quality", m.quality, quality_features().size() + page_features().size()}};
  for (std::size_t t = 0; t < m.types.size(); ++t)
    out.push_back({std::string(page_type_names[t]), m.types[t], page_features().size()});
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model)

BOOST_AUTO_TEST_CASE(tables_fit_together) {
  for (const auto& [name, forest, columns] : forests()) {
    BOOST_TEST_CONTEXT("forest " << name) {
      BOOST_TEST_REQUIRE(forest.trees() > 0u);
      BOOST_TEST_REQUIRE(forest.first_split.front() == 0u);
      BOOST_TEST_REQUIRE(forest.first_split.back() == forest.splits.size());
      BOOST_TEST_REQUIRE(forest.leaves.size() == forest.splits.size() + forest.trees());
      BOOST_TEST(std::isfinite(forest.base));
      for (const float leaf : forest.leaves) BOOST_TEST(std::isfinite(leaf));
      for (std::size_t t = 0; t < forest.trees(); ++t) {
        BOOST_TEST_REQUIRE(forest.first_split[t] < forest.first_split[t + 1], "tree " << t << " has no split");
        BOOST_TEST(forest.first_split[t + 1] - forest.first_split[t] <= 127,
                   "tree " << t << ": a child has seven bits");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(every_walk_ends_at_a_leaf_of_the_tree) {
  for (const auto& [name, forest, columns] : forests()) {
    for (std::size_t t = 0; t < forest.trees(); ++t) {
      BOOST_TEST_CONTEXT("forest " << name << ", tree " << t) {
        const std::size_t count = forest.first_split[t + 1] - forest.first_split[t];
        std::vector<int> split_used(count, 0), leaf_used(count + 1, 0);
        split_used[0] = 1;
        for (std::size_t s = 0; s < count; ++s) {
          const ForestSplit& split = forest.splits[forest.first_split[t] + s];
          BOOST_TEST(split.feature < columns);
          BOOST_TEST(std::isfinite(split.threshold));
          for (const std::size_t child : {split.left, split.right}) {
            if (child & 0x80) {
              BOOST_TEST_REQUIRE((child & 0x7f) <= count);
              ++leaf_used[child & 0x7f];
            } else {
              BOOST_TEST_REQUIRE(child > s, "a walk that goes back may never end");
              BOOST_TEST_REQUIRE(child < count);
              ++split_used[child];
            }
          }
        }
        // A tree: every split but the root is the child of exactly one.
        for (const int used : split_used) BOOST_TEST(used == 1);
        // Except for the constant, whose two leaves are one.
        for (const int used : leaf_used) BOOST_TEST((used == 1 || count == 1));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(tables_take_at_most_512_kilobytes) {
  static_assert(sizeof(ForestSplit) == 8);
  std::size_t bytes = 0;
  for (const Named& n : forests())
    bytes += 8 * n.forest.splits.size() + 4 * n.forest.leaves.size() + 2 * n.forest.first_split.size();
  BOOST_TEST(bytes <= 512u * 1024u);
}

BOOST_AUTO_TEST_CASE(all_callers_get_the_same_model) { BOOST_TEST(&builtin_model() == &builtin_model()); }

BOOST_AUTO_TEST_SUITE_END()
