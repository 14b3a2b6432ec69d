#include "core/trees/rtdm.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/effort.h"
#include "tests/support/naive_mappings.h"
#include "tests/support/trees.h"

using namespace pith;
using pith::test::tree;

namespace {

RestrictedMapping map_trees(const Document& a, const Document& b) {
  return restricted_top_down_mapping(HashedTree(a, Strictness::tag), HashedTree(b, Strictness::tag));
}

// "p(x x x)" from repeat("x", 3) and the like.
std::string repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text + " ";
  return out;
}

double seconds(const Document& a, const Document& b) {
  return test::standard_seconds([&] { BOOST_TEST(test::check_top_down(a, b, map_trees(a, b).pairs) == ""); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rtdm)

BOOST_AUTO_TEST_CASE(mapping_is_valid_and_of_least_cost_on_all_small_tree_pairs) {
  std::vector<Document> trees;
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 2)) trees.push_back(tree(notation));
  for (const Document& a : trees)
    for (const Document& b : trees) BOOST_REQUIRE_EQUAL(test::check_rtdm(a, b), "");
}

BOOST_AUTO_TEST_CASE(mapping_is_valid_whenever_the_bound_is_met) {
  std::vector<Document> trees;
  for (int nodes = 4; nodes <= 5; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 2)) trees.push_back(tree(notation));
  for (std::size_t i = 0; i < trees.size(); i += 3)
    for (std::size_t j = 0; j < trees.size(); ++j)
      for (const std::uint64_t cells : {0u, 3u, 6u, 10u})
        BOOST_REQUIRE_EQUAL(test::check_rtdm(trees[i], trees[j], cells), "");
}

BOOST_AUTO_TEST_CASE(leaves_are_replaced_and_inner_nodes_are_not) {
  BOOST_TEST(map_trees(tree("r('one')"), tree("r('two')")).cost == 1u);
  BOOST_TEST(map_trees(tree("r(a(x))"), tree("r(b(x))")).cost == 4u);
  BOOST_TEST(map_trees(tree("r(a)"), tree("r(b(x y))")).cost == 3u);  // a replaced by b, x and y inserted
  BOOST_TEST(map_trees(tree("r(x)"), tree("s(x)")).cost == 1u);       // equal except for the roots
}

BOOST_AUTO_TEST_CASE(the_first_of_equal_children_is_mapped) {
  const auto mapping = map_trees(tree("r(p)"), tree("r(p p)"));
  const std::vector<std::pair<NodeId, NodeId>> expected = {{0, 0}, {1, 1}};
  BOOST_TEST((mapping.pairs == expected));
}

BOOST_AUTO_TEST_CASE(pages_of_5000_nodes_end_within_a_second) {
  const auto number = [](int i) { return "'" + std::to_string(i) + "'"; };
  std::string wide_a, wide_b, items_a, items_b, deep_a, deep_b, comb_a, comb_b;
  for (int i = 0; i < 5000; ++i) {
    wide_a += number(i);
    wide_b += number(i + 10000);
  }
  for (int i = 0; i < 1250; ++i) {
    items_a += "li(a(" + number(i) + ") b)";
    items_b += "li(a(" + number(-i - 1) + ") b)";
  }
  for (int i = 0; i < 900; ++i) {
    deep_a += "d(d(" + number(i) + ") p p p ";
    deep_b += "d(d(" + number(i + 1000) + ") p p q ";
  }
  for (int i = 0; i < 25; ++i) {
    comb_a += "d(" + repeat("d(" + repeat("d(" + number(i) + ")", 9) + number(i) + ")", 10) + number(i) + ")";
    comb_b += "d(" + repeat("d(" + repeat("d(" + number(-i - 1) + ")", 9) + number(i) + ")", 10) + number(i) + ")";
  }
  const auto close = std::string(900, ')');
  BOOST_TEST(seconds(tree("r(" + wide_a + ")"), tree("r(" + wide_b + ")")) < 1);
  BOOST_TEST(seconds(tree("r(" + items_a + ")"), tree("r(" + items_b + ")")) < 1);
  BOOST_TEST(seconds(tree("r(" + deep_a + close + ")"), tree("r(" + deep_b + close + ")")) < 1);
  BOOST_TEST(seconds(tree("r(" + comb_a + ")"), tree("r(" + comb_b + ")")) < 1);
  BOOST_TEST(seconds(tree("r(" + comb_a + ")"), tree("r(" + items_b + ")")) < 1);
}

BOOST_AUTO_TEST_CASE(a_list_too_wide_for_a_table_is_still_aligned_by_what_is_identical) {
  std::string a, b;
  for (int i = 0; i < 20'000; ++i) {
    const std::string item = "li('" + std::to_string(i) + "')";
    a += item;
    b += i % 10 == 3 ? "li('other" + std::to_string(i) + "')" : item;
  }
  const Document x = tree("r('first'" + a + "'last')"), y = tree("r('anfang'" + b + "'ende')");
  const RestrictedMapping mapping = map_trees(x, y);
  BOOST_TEST(test::check_top_down(x, y, mapping.pairs) == "");
  BOOST_TEST(mapping.cost <= 2000u + 4u);  // each changed text replaced; the first and last deleted and inserted
}

BOOST_AUTO_TEST_SUITE_END()
