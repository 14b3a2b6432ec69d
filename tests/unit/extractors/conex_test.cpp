#include "core/extract/extractors/detail/conex.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/extract/registry.h"
#include "tests/support/trees.h"

using namespace pith;
using pith::test::tree;

namespace {

using Nodes = std::vector<NodeId>;

// Fig. 3 of Alarte et al. 2018, reconstructed from its text: below the root, a branch with a menu that has three
// candidates at its top right, and a dotted-line DIV with three candidates as children (one of them with descendants).
//   0 html, 1 body, 2 header, 3 ul, 4 5 6 li (candidates), 7 div (dotted), 8 h1, 9 text, 10 p, 11 text, 12 b, 13 text,
//   14 p, 15 text, 16 footer, 17 text
constexpr const char* figure3 =
    "html(body(header(ul(li li li)) div(h1('Keynotes') p('one' b('bold')) p('two')) footer('contact')))";

std::vector<bool> flags(const Document& page, const Nodes& nodes) {
  std::vector<bool> out(page.size());
  for (const NodeId n : nodes) out[n] = true;
  return out;
}

NodeSet extract(const Document& key, std::vector<const Document*> siblings, const Parameters& parameters = {}) {
  const auto extractor = make_extractor("conex", parameters);
  return (*extractor)->extract({key, siblings}).content;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(conex_algorithms)

BOOST_AUTO_TEST_CASE(algorithm_2_keeps_the_topmost_candidates) {
  const Document page = tree(figure3);
  const auto candidates = flags(page, {4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15});
  const Nodes expected = {4, 5, 6, 8, 10, 14};
  BOOST_TEST(conex::reduce(page, candidates) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(algorithm_3_chooses_the_parent_with_the_largest_subtree) {
  const Document page = tree(figure3);
  BOOST_TEST(conex::branch_of(page, {4, 5, 6, 8, 10, 14}) == 7u);
}

BOOST_AUTO_TEST_CASE(algorithm_3_chooses_the_first_of_equals) {
  const Document page = tree("html(body(div(p) div(p)))");
  BOOST_TEST(conex::branch_of(page, {3, 5}) == 2u);
}

BOOST_AUTO_TEST_CASE(example_1_algorithm_4_drops_the_three_candidates_outside_the_branch) {
  const Document page = tree(figure3);
  const Nodes expected = {8, 10, 14};
  BOOST_TEST(conex::within(page, {4, 5, 6, 8, 10, 14}, 7) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(example_2_algorithm_5_replaces_three_siblings_by_the_dotted_node) {
  const Document page = tree(figure3);
  BOOST_TEST(conex::merge_siblings(page, {8, 10, 14}) == Nodes{7}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(algorithm_5_repeats_until_no_two_have_the_same_parent) {
  // Both divs become candidates and are then siblings, so their parent replaces them.
  const Document page = tree("html(body(main(div(p p) div(p p) aside)))");
  BOOST_TEST(conex::merge_siblings(page, {4, 5, 7, 8}) == Nodes{2}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_root_is_never_chosen_by_promotion) {
  const Document page = tree("html(div(p) div(p))");
  const Nodes both = {1, 3};
  BOOST_TEST(conex::merge_siblings(page, both) == both, boost::test_tools::per_element());
}

// The algorithms as the paper prints them, on sets.
namespace naive {

std::set<NodeId> subtree(const Document& page, NodeId n) {
  std::set<NodeId> out;
  for (NodeId m = n; m < page.end_of(n); ++m) out.insert(m);
  return out;
}

Nodes reduce(const Document& page, std::set<NodeId> candidates) {
  std::set<NodeId> reduced;
  while (!candidates.empty()) {
    NodeId cand = *candidates.rbegin();
    while (page[cand].parent != no_node && candidates.contains(page[cand].parent)) cand = page[cand].parent;
    for (const NodeId n : subtree(page, cand)) candidates.erase(n);
    reduced.insert(cand);
  }
  return Nodes(reduced.begin(), reduced.end());
}

NodeId branch_of(const Document& page, const Nodes& reduced) {
  std::size_t count = 0;
  NodeId branch = 0;
  for (const NodeId n : reduced) {
    const NodeId node = page[n].parent == no_node ? n : page[n].parent;
    if (subtree(page, node).size() > count) {
      branch = node;
      count = subtree(page, node).size();
    }
  }
  return branch;
}

Nodes within(const Document& page, const Nodes& reduced, NodeId branch) {
  Nodes out;
  for (const NodeId n : reduced)
    for (NodeId up = page[n].parent; up != no_node; up = page[up].parent)
      if (up == branch) out.push_back(n);
  return out;
}

Nodes merge_siblings(const Document& page, const Nodes& reduced) {
  std::set<NodeId> content(reduced.begin(), reduced.end());
  for (;;) {
    NodeId shared = no_node;
    for (const NodeId n : content)
      for (const NodeId m : content)
        if (n != m && page[n].parent == page[m].parent && page[n].parent != 0) shared = page[n].parent;
    if (shared == no_node) break;
    // All children in the set at once: the choice of the first two must not matter.
    std::erase_if(content, [&](NodeId n) { return page[n].parent == shared; });
    content.insert(shared);
  }
  return Nodes(content.begin(), content.end());
}

// Without nodes inside others: the order of pairs in the paper's loop decides whether those stay, and they add nothing
// to the content.
Nodes topmost(const Document& page, const Nodes& nodes) {
  Nodes out;
  for (const NodeId n : nodes)
    if (std::none_of(nodes.begin(), nodes.end(), [&](NodeId above) { return page.is_ancestor(above, n); }))
      out.push_back(n);
  return out;
}

}  // namespace naive

BOOST_AUTO_TEST_CASE(algorithms_2_to_5_as_printed_on_all_small_pages_and_all_sets_of_candidates) {
  int checked = 0;
  for (int nodes = 2; nodes <= 8; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 1)) {
      const Document page = tree(notation);
      for (unsigned choice = 1; choice < 1u << page.size(); ++choice) {
        // Theorem 1: descendants of a candidate are candidates.
        std::vector<bool> candidates(page.size());
        std::set<NodeId> as_set;
        for (NodeId n = 0; n < page.size(); ++n) {
          candidates[n] = choice >> n & 1 || (n > 0 && candidates[page[n].parent]);
          if (candidates[n]) as_set.insert(n);
        }
        const Nodes reduced = conex::reduce(page, candidates);
        BOOST_REQUIRE(reduced == naive::reduce(page, as_set));
        const NodeId branch = conex::branch_of(page, reduced);
        BOOST_REQUIRE_EQUAL(branch, naive::branch_of(page, reduced));
        const Nodes within = conex::within(page, reduced, branch);
        BOOST_REQUIRE(within == naive::within(page, reduced, branch));
        for (const Nodes& nodes : {within, reduced})
          BOOST_REQUIRE(naive::topmost(page, conex::merge_siblings(page, nodes)) ==
                        naive::topmost(page, naive::merge_siblings(page, nodes)));
        ++checked;
      }
    }
  BOOST_TEST(checked > 100'000);
}

BOOST_AUTO_TEST_CASE(a_single_reduced_candidate_is_the_content) {
  const Document key = test::html("<body><ul><li>menu</ul><div><article><p>own words<p>more</article></div>");
  const Document sibling = test::html("<body><ul><li>menu</ul><div></div>");
  const NodeSet content = extract(key, {&sibling});
  const NodeId article = key.find(Tag::article);
  for (NodeId n = 0; n < key.size(); ++n)
    BOOST_TEST(content.contains(n) == (n == article || key.is_ancestor(article, n)), "node " << n);
}

BOOST_AUTO_TEST_CASE(template_is_left_out_and_promoted_content_is_whole) {
  const Document key =
      test::html("<body><nav><a href=/>Home</a></nav><div><h1>Title</h1><p>One.<p>Two.</div><footer>©</footer>");
  const Document sibling =
      test::html("<body><nav><a href=/>Home</a></nav><div><h1>Other</h1><p>Three.</div><footer>©</footer>");
  const NodeSet content = extract(key, {&sibling});
  std::string text;
  for (NodeId n = 0; n < key.size(); ++n)
    if (key[n].is_text() && content.contains(n)) text += std::string(key.text(n)) + "|";
  BOOST_TEST(text == "Title|One.|Two.|");
}

BOOST_AUTO_TEST_CASE(without_siblings_nothing_is_chosen) {
  const Document key = test::html("<body><p>text");
  BOOST_TEST(extract(key, {}).empty());
}

BOOST_AUTO_TEST_CASE(the_threshold_lets_content_occur_on_siblings) {
  const Document key = test::html("<body><div><p>same</div><div><p>own</div>");
  const Document sibling = test::html("<body><div><p>same</div><div><p>other</div>");
  const NodeSet strict = extract(key, {&sibling}), loose = extract(key, {&sibling}, {{"threshold", 1L}});
  BOOST_TEST(strict.count() < loose.count());
}

BOOST_AUTO_TEST_CASE(a_differing_script_does_not_choose_the_branch) {
  const Document key = test::html("<body><script src=a.js></script><div><p>own</div>");
  const Document sibling = test::html("<body><script src=b.js></script><div><p>other</div>");
  const NodeSet content = extract(key, {&sibling});
  BOOST_TEST(!content.contains(key.find(Tag::script)));
  BOOST_TEST(content.contains(key.find(Tag::p) + 1));
}

BOOST_AUTO_TEST_SUITE_END()
