#include "core/extract/extractors/detail/cnr.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/registry.h"
#include "core/render/blocks.h"
#include "core/text/white_space.h"
#include "core/text/words.h"
#include "tests/support/pages.h"
#include "tests/support/trees.h"

using namespace pith;
using cnr::Lean;
using cnr::Rating;
using cnr::Ratio;
using test::children_of;
using test::tree;

namespace {

using Nodes = std::vector<NodeId>;

// Example 2.1 with the nodes numbered in Example 4.2, reconstructed from its text: 1 and 2 are the two containers of
// the article, 3 is its heading, 4 is in the footer, 5 is a sibling of 6, whose children are 7 and 8. (The broken
// <title="Abstract"> is a span; the end of the last paragraph is an element.)
//   0 html, 1 body, 2 div "1", 3 h1 "3", 4 text, 5 div "2", 6 span, 7 text, 8 p, 9 text, 10 p "5", 11 text, 12 p "6",
//   13 text "7", 14 i "8", 15 text, 16 div, 17 p, 18 text, 19 p "4", 20 text
constexpr const char* fox_news =
    "html(body("
    "div(h1('Alleged victim tells court Sandusky (...)')"
    " div(span('Sandusky trial continues after yesterday‘s testimony from alleged victim | Fox News')"
    " p('Sandusky has displayed no visible emotion (...)')"
    " p('The man identified as \"Victim 10\" by (...)')"
    " p('The man, now 25, had been in foster care ' i('(...)'))))"
    " div(p('Published June 13, 2012')"
    " p('This material may not be published, broadcast, rewritten, or redistributed. FOX News Network. All rights "
    "reserved. All market data delayed 20 minutes'))))";

// Algorithm 1 by its definition, node by node.
Rating naive_rating(const Document& page, NodeId n, Ratio ratio) {
  if (page[n].is_text()) {
    const auto text = page.text(n);
    return {static_cast<std::uint32_t>(ratio == Ratio::chars_nodes ? count_ink(text) : count_words(text)), 1};
  }
  Rating rating{0, 1};
  const std::string_view name = page.tag_name(n);
  if (name == "a" || name == "nav" || page.first_child(n) == no_node) return rating;
  if (ratio == Ratio::words_leaves) rating.weight = 0;
  for (const NodeId child : children_of(page, n)) {
    const Rating below = naive_rating(page, child, ratio);
    rating.text += below.text;
    rating.weight += below.weight;
  }
  return rating;
}

bool below_non_content(const Document& page, NodeId n) {
  for (n = page[n].parent; n != no_node; n = page[n].parent)
    if (page.tag_name(n) == "a" || page.tag_name(n) == "nav") return true;
  return false;
}

// Algorithm 2 as printed, on sets; of the nodes that can be climbed to, the deepest comes first, as in the text.
std::set<NodeId> naive_blocks(const Document& page, const std::vector<Rating>& ratings, std::set<NodeId> blocks,
                              Lean lean) {
  std::erase_if(blocks, [&, all = blocks](NodeId b) {
    return std::any_of(all.begin(), all.end(), [&](NodeId a) { return page.is_ancestor(a, b); });
  });
  for (;;) {
    NodeId best = no_node;
    for (NodeId n = 0; n < page.size(); ++n) {
      std::uint32_t chosen = 0, with_text = 0, chosen_text = 0;
      for (const NodeId child : children_of(page, n)) {
        chosen += blocks.contains(child);
        with_text += ratings[child].text > 0;
        if (blocks.contains(child)) chosen_text += ratings[child].text;
      }
      const bool climbs = lean == Lean::precision  ? chosen >= 2 && chosen_text * 2 > ratings[n].text
                          : lean == Lean::balanced ? chosen >= 2
                                                   : chosen >= 2 || (chosen == 1 && with_text == 1 && chosen_text > 0);
      if (climbs && (best == no_node || page[n].depth > page[best].depth)) best = n;
    }
    if (best == no_node) return blocks;
    for (const NodeId child : children_of(page, best)) blocks.erase(child);
    blocks.insert(best);
  }
}

std::string extract(const std::string& html, const Parameters& parameters = {}) {
  const Document page = test::html(html);
  return read_blocks(page, (*make_extractor("cnr", parameters))->extract({page, {}}).content).text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cnr_algorithms)

BOOST_AUTO_TEST_CASE(example_2_1_has_the_ratios_of_definition_4_1) {
  // Characters without spaces, counted by hand in the fragment: heading 36; span 72, paragraphs 41, 35, 32 + 5; footer
  // 20, 128.
  const Document page = tree(fox_news);
  const auto ratings = cnr::rate(page, Ratio::chars_nodes);
  const std::vector<Rating> expected = {{369, 21}, {369, 20}, {221, 14}, {36, 2}, {36, 1}, {185, 11}, {72, 2},
                                        {72, 1},   {41, 2},   {41, 1},   {35, 2}, {35, 1}, {37, 4},   {32, 1},
                                        {5, 2},    {5, 1},    {148, 5},  {20, 2}, {20, 1}, {128, 2},  {128, 1}};
  BOOST_REQUIRE(ratings.size() == expected.size());
  for (NodeId n = 0; n < page.size(); ++n) {
    BOOST_TEST(ratings[n].text == expected[n].text, "node " << n << " has text " << ratings[n].text);
    BOOST_TEST(ratings[n].weight == expected[n].weight, "node " << n << " has weight " << ratings[n].weight);
  }
  BOOST_TEST(ratings[2].ratio() == 221.0 / 14);
}

BOOST_AUTO_TEST_CASE(example_4_2_climbs_from_the_dark_nodes_to_1_and_4_and_chooses_1) {
  const Document page = tree(fox_news);
  const auto ratings = cnr::rate(page, Ratio::chars_nodes);
  const NodeId node1 = 2, node2 = 5, node3 = 3, node4 = 19, node5 = 10, node6 = 12, node7 = 13, node8 = 14;
  const auto blocks = [&](Nodes top) {
    std::sort(top.begin(), top.end());
    return cnr::blocks_of(page, ratings, top, Lean::balanced);
  };
  // The iterations: 7 and 8 become 6; 5 and 6 become 2; 2 and 3 become 1; nothing replaces 1 and 4.
  BOOST_TEST((blocks({node7, node8}) == Nodes{node6}));
  BOOST_TEST((blocks({node5, node7, node8}) == Nodes{node2}));
  BOOST_TEST((blocks({node3, node5, node7, node8}) == Nodes{node1}));
  const Nodes both = {node1, node4};
  BOOST_TEST(blocks({node3, node4, node5, node7, node8}) == both, boost::test_tools::per_element());
  BOOST_TEST(cnr::most_text(ratings, both) == node1);
}

BOOST_AUTO_TEST_CASE(algorithm_1_meets_its_definition_on_all_small_pages) {
  std::size_t pages = 0;
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const Document& page : test::all_pages(nodes, 4)) {
      ++pages;
      for (const Ratio ratio : {Ratio::chars_nodes, Ratio::words_leaves}) {
        const auto ratings = cnr::rate(page, ratio);
        for (NodeId n = 0; n < page.size(); ++n)
          BOOST_REQUIRE((ratings[n] == (below_non_content(page, n) ? Rating{} : naive_rating(page, n, ratio))));
      }
    }
  BOOST_TEST(pages > 5'000u);
}

BOOST_AUTO_TEST_CASE(algorithm_2_is_the_fixpoint_on_all_small_pages_and_all_subsets) {
  std::size_t cases = 0;
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const Document& page : test::all_pages(nodes, 2)) {
      const auto ratings = cnr::rate(page, Ratio::chars_nodes);
      for (unsigned subset = 0; subset < 1u << page.size(); ++subset) {
        Nodes top;
        for (NodeId n = 0; n < page.size(); ++n)
          if (subset >> n & 1) top.push_back(n);
        Nodes outer = {0};  // blocks of the next larger lean; each block lies in one of them
        for (const Lean lean : {Lean::recall, Lean::balanced, Lean::precision}) {
          const Nodes blocks = cnr::blocks_of(page, ratings, top, lean);
          const auto naive = naive_blocks(page, ratings, {top.begin(), top.end()}, lean);
          BOOST_REQUIRE((blocks == Nodes(naive.begin(), naive.end())));
          for (const NodeId b : blocks)
            BOOST_REQUIRE(
                std::any_of(outer.begin(), outer.end(), [&](NodeId o) { return o == b || page.is_ancestor(o, b); }));
          outer = blocks;
          ++cases;
        }
      }
    }
  BOOST_TEST(cases > 50'000u);
}

BOOST_AUTO_TEST_CASE(top_rated_nodes_are_those_with_the_highest_ratios) {
  const std::vector<Rating> ratings = {{10, 10}, {0, 1}, {9, 3}, {6, 2}, {5, 1}, {0, 0}, {8, 4}};  // 1 - 3 3 5 - 2
  const auto top = [&](double share) { return cnr::top_rated(ratings, share); };
  BOOST_TEST((top(0.01) == Nodes{4}));
  BOOST_TEST((top(0.2) == Nodes{4}));
  BOOST_TEST((top(0.4) == Nodes{2, 3, 4}), "equals of the last one are in");
  BOOST_TEST((top(0.6) == Nodes{2, 3, 4}));
  BOOST_TEST((top(0.8) == Nodes{2, 3, 4, 6}));
  BOOST_TEST((top(1) == Nodes{0, 2, 3, 4, 6}));
  BOOST_TEST(cnr::top_rated({{0, 1}, {0, 3}}, 1).empty());
}

BOOST_AUTO_TEST_CASE(of_equal_blocks_the_first_is_chosen_and_of_none_none) {
  BOOST_TEST(cnr::most_text({{9, 1}, {3, 1}, {5, 1}, {5, 2}}, {1, 2, 3}) == 2u);
  BOOST_TEST(cnr::most_text({{9, 1}}, {}) == no_node);
}

BOOST_AUTO_TEST_CASE(removed_nodes_do_not_count) {
  const Document page = tree("html(body(div(p('one') p('two')) p('three')))"),
                 rest = tree("html(body(div(p('two')) p('three')))");
  for (const Ratio ratio : {Ratio::chars_nodes, Ratio::words_leaves}) {
    NodeSet removed(page);
    removed.add_subtree(page, 3);
    auto ratings = cnr::rate(page, ratio, &removed);
    BOOST_TEST((ratings[3] == Rating{}));
    ratings.erase(ratings.begin() + 3, ratings.begin() + 5);
    BOOST_TEST((ratings == cnr::rate(rest, ratio)));
  }
}

BOOST_AUTO_TEST_CASE(the_lean_moves_the_block_between_leaves_and_root) {
  // Three paragraphs of an article in a wrapper whose other children are links. Two of the paragraphs are top-rated and
  // hold less than half of the text.
  const Document page =
      tree("html(body(div(div(p('aaaa') p('bbbb') p('c' i('c') 'c' i('c') 'c' i('c') 'c' i('c') 'c'))) aside))");
  const auto ratings = cnr::rate(page, Ratio::chars_nodes);
  const Nodes top = {4, 6};
  BOOST_TEST((cnr::blocks_of(page, ratings, top, Lean::precision) == top));
  BOOST_TEST((cnr::blocks_of(page, ratings, top, Lean::balanced) == Nodes{3}));
  BOOST_TEST((cnr::blocks_of(page, ratings, top, Lean::recall) == Nodes{0}));
}

BOOST_AUTO_TEST_CASE(text_in_links_and_hidden_text_is_no_reason_to_choose_a_block) {
  const std::string links =
      "<div><p><a href=/a>a very long link text, longer than anything else on this page</a>"
      "<p><a href=/b>another very long link text, longer than anything else here</a></div>";
  const std::string hidden =
      "<div hidden><p>hidden words, more than there are anywhere else on this page, by far</div>";
  BOOST_TEST(extract("<body>" + links + hidden + "<div><p>short</div>") == "short");
  BOOST_TEST(extract("<body>" + links) == "", "no text outside of links");
}

BOOST_AUTO_TEST_SUITE_END()
