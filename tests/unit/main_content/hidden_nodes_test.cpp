// content_with_hidden and remove_hidden (core/extract/detail/chosen_nodes.h) against their definitions, on all small
// pages.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "core/extract/detail/chosen_nodes.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

// The notation of tree() in which "qx" is a text, "rx" a hidden element, "sx" an image.
Document page_of(const std::string& notation) {
  DocumentBuilder builder;
  builder.open("html");
  builder.text("so that not all is hidden, which would be shown");
  int open = 0;
  for (std::size_t i = 0; i < notation.size(); ++i) {
    const char c = notation[i];
    if (c == 'q') {
      builder.text("t");
      i += 3;
    } else if (c >= 'p' && c <= 's') {
      builder.open(c == 's' ? "img" : "div");
      if (c == 'r') builder.attribute("hidden", "");
      ++open;
    } else if (c == ')') {
      builder.close();
    }
  }
  return builder.finish();
}

bool is_text(const Document& page, NodeId n) { return page[n].is_text() && page[n].is_content(); }

// An element is in if it has text and all of it is chosen; text and images are in if chosen. An element without text is
// also in if its parent is.
bool belongs(const Document& page, NodeId n, const std::vector<bool>& chosen) {
  bool text = false, all = true;
  for (NodeId m = n; m < page.end_of(n); ++m) {
    if (!is_text(page, m)) continue;
    text = true;
    all = all && chosen[m];
  }
  if (text) return all;
  if (page[n].tag == Tag::img && page[n].is_content() && chosen[n]) return true;
  return page[n].parent != no_node && belongs(page, page[n].parent, chosen);
}

// Only trees whose texts and images are leaves.
bool is_page(const std::string& notation) {
  for (std::size_t i = 0; i + 3 < notation.size(); ++i)
    if ((notation[i] == 'q' || notation[i] == 's') && notation[i + 3] != ')') return false;
  return notation[0] == 'p' || notation[0] == 'r';
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hidden_nodes)

BOOST_AUTO_TEST_CASE(all_choices_on_all_small_pages) {
  std::size_t pages = 0, with_hidden = 0;
  for (int nodes = 1; nodes <= 5; ++nodes) {
    for (const std::string& notation : test::all_trees(nodes, 4)) {
      if (!is_page(notation)) continue;
      const Document page = page_of(notation);
      ++pages;
      std::vector<NodeId> leaves;
      for (NodeId n = 2; n < page.size(); ++n)
        if (is_text(page, n) || page[n].tag == Tag::img) leaves.push_back(n);
      for (std::size_t choice = 0; choice < std::size_t{1} << leaves.size(); ++choice) {
        std::vector<bool> chosen(page.size());
        for (std::size_t i = 0; i < leaves.size(); ++i) chosen[leaves[i]] = choice >> i & 1;
        NodeSet content = content_with_hidden(page, chosen);
        for (NodeId n = 0; n < page.size(); ++n) BOOST_REQUIRE_EQUAL(content.contains(n), belongs(page, n, chosen));
        const NodeSet before = content;
        remove_hidden(content, page);
        for (NodeId n = 0; n < page.size(); ++n) {
          const bool hidden = page[n].flags & Node::hidden;
          with_hidden += hidden && before.contains(n);
          BOOST_REQUIRE_EQUAL(content.contains(n), before.contains(n) && !hidden);
        }
      }
    }
  }
  BOOST_TEST(pages > 1000u);
  BOOST_TEST(with_hidden > 1000u);
}

BOOST_AUTO_TEST_CASE(unchosen_hidden_text_keeps_its_element_out) {
  // Unlike with algorithms that choose what a reader sees, for which hidden text does not exist.
  const Document page = test::html("<body><div><p>shown</p><p hidden>hidden</p></div>");
  const NodeId p = page.find(Tag::p);
  std::vector<bool> chosen(page.size());
  chosen[p + 1] = true;
  BOOST_TEST(content_of(page, chosen).contains(page.find(Tag::div)));
  const NodeSet content = content_with_hidden(page, chosen);
  BOOST_TEST(content.contains(p));
  BOOST_TEST(!content.contains(page.find(Tag::div)));
  BOOST_TEST(!content.contains(page.find(Tag::p, p + 1)));
}

BOOST_AUTO_TEST_SUITE_END()
