#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/registry.h"
#include "tests/support/naive_mappings.h"
#include "tests/support/trees.h"

using namespace pith;
using pith::test::tree;

namespace {

// Blocks are "div" here: 'px' in the small trees. Leaves "qx()" are texts, numbered so that every other one repeats.
std::string page_of(std::string notation, int first) {
  int number = first;
  for (std::size_t at; (at = notation.find("qx()")) != std::string::npos; ++number)
    notation.replace(at, 4, "'t" + std::to_string(number % 2 ? number : number + first * 100) + "'");
  for (std::size_t at; (at = notation.find("px(")) != std::string::npos;) notation.replace(at, 3, "div(");
  for (std::size_t at; (at = notation.find("qx(")) != std::string::npos;) notation.replace(at, 3, "b(");
  return "html(" + notation + ")";
}

NodeId block_of(const Document& d, NodeId n) {
  while (n != 0 && d.tag_name(n) != "div") n = d[n].parent;
  return n;
}

// The definition: the texts of blocks whose share of repeated characters is below the ratio.
std::set<NodeId> naive_texts(const Document& key, const Document& sibling, double ratio) {
  std::set<std::string_view> repeated;
  for (NodeId m = 0; m < sibling.size(); ++m) repeated.insert(sibling.text(m));
  std::set<NodeId> out;
  for (NodeId n = 0; n < key.size(); ++n) {
    if (!key[n].is_text()) continue;
    double all = 0, of_template = 0;
    for (NodeId other = 0; other < key.size(); ++other) {
      if (!key[other].is_text() || block_of(key, other) != block_of(key, n)) continue;
      all += static_cast<double>(key.text(other).size());
      if (repeated.contains(key.text(other))) of_template += static_cast<double>(key.text(other).size());
    }
    if (of_template / all < ratio) out.insert(n);
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(iwptd)

BOOST_AUTO_TEST_CASE(chooses_the_texts_of_its_definition_on_all_small_pages) {
  std::vector<std::string> notations;
  for (int nodes = 1; nodes <= 6; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 2)) notations.push_back(notation);
  const Document sibling = tree("html('t1' 't3' 't5')");
  const Document* siblings[] = {&sibling};
  for (const double ratio : {0.3, 0.5, 1.0}) {
    const auto extractor = make_extractor("iwptd", {{"ratio", ratio}});
    for (const std::string& notation : notations)
      for (const int first : {1, 2}) {
        const Document page = tree(page_of(notation, first));
        const NodeSet content = (*extractor)->extract({page, siblings}).content;
        const auto expected = naive_texts(page, sibling, ratio);
        for (NodeId n = 0; n < page.size(); ++n)
          if (page[n].is_text()) BOOST_REQUIRE_EQUAL(content.contains(n), expected.contains(n));
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()
