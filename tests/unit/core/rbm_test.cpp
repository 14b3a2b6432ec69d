#include "core/trees/rbm.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/naive_mappings.h"
#include "tests/support/trees.h"

using namespace pith;
using pith::test::tree;

BOOST_AUTO_TEST_SUITE(rbm)

BOOST_AUTO_TEST_CASE(mapping_meets_its_definition_on_all_small_tree_pairs) {
  std::vector<Document> trees;
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 2)) trees.push_back(tree(notation));
  for (const Document& a : trees)
    for (const Document& b : trees) BOOST_REQUIRE_EQUAL(test::check_rbm(a, b), "");
}

BOOST_AUTO_TEST_CASE(classes_are_equal_for_identical_subtrees_only) {
  std::vector<Document> trees;
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 2)) trees.push_back(tree(notation));
  std::vector<HashedTree> hashed;
  for (const Document& document : trees) hashed.emplace_back(document, Strictness::tag);
  for (std::size_t i = 0; i < trees.size(); ++i)
    for (std::size_t j = 0; j < trees.size(); ++j)
      BOOST_REQUIRE_EQUAL(identical_subtrees(hashed[i], 0, hashed[j], 0), i == j);
}

BOOST_AUTO_TEST_CASE(the_largest_pairs_are_visited) {
  const Document a = tree("r(div(p('menu') p('more')) div(p('own')))"),
                 b = tree("r(div(p('menu') p('more')) div(p('else')))");
  std::vector<NodeId> visited;
  restricted_bottom_up_mapping(HashedTree(a, Strictness::tag), HashedTree(b, Strictness::tag),
                               [&](NodeId n, NodeId) { visited.push_back(n); });
  BOOST_TEST(visited == std::vector<NodeId>{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
