#include "core/etdm.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

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

// Node equality by definition, not by hash.
bool equal_nodes(const Document& a, NodeId n, const Document& b, NodeId m) {
  if (a[n].is_text() != b[m].is_text()) return false;
  return a[n].is_text() ? a.text(n) == b.text(m) : a.tag_name(n) == b.tag_name(m);
}

std::vector<NodeId> children(const Document& d, NodeId n) {
  std::vector<NodeId> out;
  for (NodeId c = d.first_child(n); c != no_node; c = d.next_sibling(c)) out.push_back(c);
  return out;
}

// Of all in-order one-to-one pairings of equal children the longest; the caller compares what it may.
std::size_t naive_children(const Document& a, const std::vector<NodeId>& x, const Document& b,
                           const std::vector<NodeId>& y, std::size_t i = 0, std::size_t j = 0) {
  if (i == x.size() || j == y.size()) return 0;
  std::size_t best = std::max(naive_children(a, x, b, y, i + 1, j), naive_children(a, x, b, y, i, j + 1));
  if (equal_nodes(a, x[i], b, y[j])) best = std::max(best, 1 + naive_children(a, x, b, y, i + 1, j + 1));
  return best;
}

// Checks everything that defines an equal top-down mapping.
void check_mapping(const Document& a, const Document& b) {
  const Signatures sa(a, Strictness::tag), sb(b, Strictness::tag);
  std::map<NodeId, NodeId> mapped;
  std::set<NodeId> used;
  equal_top_down_mapping(a, sa, b, sb, [&](NodeId n, NodeId m) {
    BOOST_REQUIRE(mapped.emplace(n, m).second);
    BOOST_REQUIRE(used.insert(m).second);
  });
  BOOST_REQUIRE_EQUAL(mapped.contains(0), equal_nodes(a, 0, b, 0));
  for (const auto& [n, m] : mapped) {
    BOOST_REQUIRE(equal_nodes(a, n, b, m));
    if (n != 0) {
      BOOST_REQUIRE(mapped.contains(a[n].parent));
      BOOST_REQUIRE_EQUAL(mapped[a[n].parent], b[m].parent);
    }
    // The children of a mapped pair: in order, and as many as can be.
    const auto x = children(a, n), y = children(b, m);
    std::vector<NodeId> targets;
    for (const NodeId child : x)
      if (mapped.contains(child)) targets.push_back(mapped[child]);
    BOOST_REQUIRE(std::is_sorted(targets.begin(), targets.end()));
    BOOST_REQUIRE_EQUAL(targets.size(), naive_children(a, x, b, y));
  }
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
  b.front() = b.back() = 1'000'000;   // no common prefix or suffix
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
    for (const Document& b : trees) check_mapping(a, b);
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

BOOST_AUTO_TEST_CASE(text_is_compared_with_white_space_folded) {
  BOOST_TEST(hash_folded(" two\n words ") == hash_folded("two words"));
  BOOST_TEST(hash_folded("twowords") != hash_folded("two words"));
}

BOOST_AUTO_TEST_SUITE_END()
