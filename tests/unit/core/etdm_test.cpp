#include "core/trees/etdm.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/naive_mappings.h"
#include "tests/support/trees.h"

using namespace pith;
using pith::test::tree;

namespace {

using Row = std::vector<std::uint64_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Length of the longest common subsequence, by definition.
std::size_t naive_length(const Row& a, const Row& b, std::size_t i = 0, std::size_t j = 0) {
  if (i == a.size() || j == b.size()) return 0;
  if (a[i] == b[j]) return 1 + naive_length(a, b, i + 1, j + 1);
  return std::max(naive_length(a, b, i + 1, j), naive_length(a, b, i, j + 1));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etdm)

BOOST_AUTO_TEST_CASE(align_is_a_longest_common_subsequence_on_all_small_rows) {
  std::vector<Row> rows{{}};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].size() < 5)
      for (std::uint64_t symbol = 0; symbol < 3; ++symbol) {
        Row longer = rows[i];
        longer.push_back(symbol);
        rows.push_back(longer);
      }
  for (const Row& a : rows)
    for (const Row& b : rows) {
      const Pairs pairs = align(a, b);
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        BOOST_REQUIRE_EQUAL(a[pairs[k].first], b[pairs[k].second]);
        if (k > 0) BOOST_REQUIRE(pairs[k - 1].first < pairs[k].first && pairs[k - 1].second < pairs[k].second);
      }
      BOOST_REQUIRE_EQUAL(pairs.size(), naive_length(a, b));
    }
}

BOOST_AUTO_TEST_CASE(long_rows_align_in_order_and_in_linear_time) {
  Row a, b;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    a.push_back(i);
    if (i % 10 != 3) b.push_back(i);  // every tenth is missing
  }
  b.front() = b.back() = 1'000'000;  // no common prefix or suffix
  const Pairs pairs = align(a, b);
  BOOST_TEST(pairs.size() == b.size() - 2);
  for (const auto& [i, j] : pairs) BOOST_REQUIRE_EQUAL(a[i], b[j]);
}

BOOST_AUTO_TEST_CASE(mapping_meets_its_definition_on_all_small_tree_pairs) {
  std::vector<Document> trees;
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 2)) trees.push_back(tree(notation));
  BOOST_TEST_MESSAGE(trees.size() << " trees, " << trees.size() * trees.size() << " pairs");
  for (const Document& a : trees)
    for (const Document& b : trees) BOOST_REQUIRE_EQUAL(test::check_etdm(a, b), "");
}

BOOST_AUTO_TEST_CASE(occurrences_count_siblings) {
  const Document key = tree("html(body(div('menu') p('own') p('shared')))");
  const Document one = tree("html(body(div('menu') p('shared')))");
  const Document two = tree("html(body(div('menu') p('other') p('else')))");
  const Document other_root = tree("svg(body(div('menu')))");
  const Document* siblings[] = {&one, &two, &other_root};
  const auto occurrences = count_occurrences(key, siblings, Strictness::tag_attributes);
  const std::vector<std::uint32_t> expected = {2, 2, 2, 2, 2, 0, 1, 0};
  BOOST_TEST(occurrences == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(strictness_decides_what_is_equal) {
  const Document key = test::html("<div id=a class='x y' data-n=1>t</div>");
  const Document swapped = test::html("<div class='y  x x' id=a data-n=2>t</div>");
  const Document other_id = test::html("<div id=b class='x y'>t</div>");
  const Document other_class = test::html("<div id=a class='z'>t</div>");
  const NodeId div = key.find(Tag::div);
  const auto mapped = [&](const Document& sibling, Strictness strictness) {
    const Document* siblings[] = {&sibling};
    return count_occurrences(key, siblings, strictness)[div] == 1;
  };
  BOOST_TEST(mapped(swapped, Strictness::tag_attributes));
  BOOST_TEST(!mapped(other_id, Strictness::tag_attributes));
  BOOST_TEST(mapped(other_id, Strictness::tag_class));
  BOOST_TEST(!mapped(other_class, Strictness::tag_class));
  BOOST_TEST(mapped(other_class, Strictness::tag));
}

BOOST_AUTO_TEST_CASE(text_is_compared_with_white_space_collapsed) {
  BOOST_TEST(hash_collapsed(" two\n words ") == hash_collapsed("two words"));
  BOOST_TEST(hash_collapsed("twowords") != hash_collapsed("two words"));
}

BOOST_AUTO_TEST_SUITE_END()
