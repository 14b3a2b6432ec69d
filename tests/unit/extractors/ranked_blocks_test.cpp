#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <vector>

#include "core/dom/detail/document_builder.h"
#include "core/extract/extractors/detail/text_blocks.h"
#include "core/extract/registry.h"
#include "tests/support/pages.h"

using namespace pith;
using cnr::Lean;

namespace {

using Nodes = std::vector<NodeId>;

// The page without the nodes of the set, and for each node its number in the original page.
Document remaining(const Document& page, const NodeSet& removed, Nodes& original) {
  DocumentBuilder builder;
  original.clear();
  Nodes open;
  for (NodeId n = 0; n < page.size(); ++n) {
    while (!open.empty() && n >= page.end_of(open.back())) {
      builder.close();
      open.pop_back();
    }
    if (removed.contains(n)) continue;
    original.push_back(n);
    if (page[n].is_text()) {
      builder.text(page.text(n));
      continue;
    }
    builder.open(page.tag_name(n));
    if (page.has_attribute(n, "href")) builder.attribute("href", "/");
    open.push_back(n);
  }
  return builder.finish();
}

// §VI literally: on a page that really shrinks each time.
Nodes naive_blocks(const Document& page, const cnr::Options& options, std::size_t count) {
  Nodes blocks, original;
  NodeSet removed(page);
  while (blocks.size() < count && !removed.contains(0)) {
    const Document rest = remaining(page, removed, original);
    const NodeId block = cnr::main_block(rest, cnr::rate(rest, options.ratio), options);
    if (block == no_node) break;
    blocks.push_back(original[block]);
    removed.add_subtree(page, original[block]);
  }
  return blocks;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(blocks)

BOOST_AUTO_TEST_CASE(equal_extracting_and_removing_in_turn_on_all_small_pages) {
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const Document& page : test::all_pages(nodes))
      for (const double top : {0.01, 0.4, 1.0})
        for (const Lean lean : {Lean::precision, Lean::balanced, Lean::recall}) {
          const cnr::Options options{.top = top, .lean = lean};
          const Nodes expected = naive_blocks(page, options, 10);
          BOOST_REQUIRE((ranked_blocks(page, options, 10, 0) == expected));
          if (expected.size() > 1) BOOST_REQUIRE((ranked_blocks(page, options, 1, 0) == Nodes{expected.front()}));
        }
}

BOOST_AUTO_TEST_CASE(end_with_the_first_that_holds_less_than_the_least_share) {
  const Document page =
      test::tree("html(body(div(p('aaaaaa') p('aaaaaa')) ul(li('bbb') li('bbb')) h1('cc')))");  // 12, 6, 2 of 20
  const cnr::Options options{.top = 0.2};
  const auto count = [&](double share) { return ranked_blocks(page, options, 64, share).size(); };
  BOOST_TEST(count(0.7) == 0u);
  BOOST_TEST(count(0.01) >= 3u);
  BOOST_TEST(count(0.01) <= 100u);
  for (double share = 0.05; share < 1; share += 0.05) BOOST_TEST(count(share) <= count(share - 0.04));
}

BOOST_AUTO_TEST_CASE(the_first_is_what_cnr_finds) {
  const Document page =
      test::html("<body><div><p>some words of the text<p>and more words of it</div><div><p>less</div>");
  const NodeSet cnr = (*make_extractor("cnr"))->extract({page, {}}).content;
  BOOST_TEST(((*make_extractor("blocks", {{"count", 1L}}))->extract({page, {}}).content == cnr));
  BOOST_TEST(!((*make_extractor("blocks", {{"count", 3L}}))->extract({page, {}}).content == cnr));
}

BOOST_AUTO_TEST_SUITE_END()
