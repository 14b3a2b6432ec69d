#include "core/text_choice.h"

#include <boost/test/unit_test.hpp>

#include "core/text_runs.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

// The set of all nodes whose text satisfies the predicate's choice, by definition: each node looks at its whole
// subtree.
NodeSet naive_content(const Document& page, const std::vector<bool>& chosen) {
  NodeSet content(page);
  for (NodeId n = 0; n < page.size(); ++n) {
    int visible = 0, left = 0;
    for (NodeId m = n; m < page.end_of(n); ++m) {
      if (!is_visible_text(page[m])) continue;
      ++visible;
      left += !chosen[m];
    }
    if (visible > 0 ? left == 0 : n > 0 && content.contains(page[n].parent)) content.add(n);
  }
  return content;
}

// Chooses the texts that begin with "+".
NodeSet choose(const Document& page) {
  std::vector<bool> chosen(page.size());
  for (NodeId n = 0; n < page.size(); ++n) chosen[n] = page.text(n).starts_with("+");
  return content_of(page, chosen);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(text_choice)

BOOST_AUTO_TEST_CASE(every_choice_of_every_small_tree_meets_the_definition) {
  int checked = 0;
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (std::string notation : test::all_trees(nodes, 2)) {
      // Leaves named "q" become text.
      for (std::size_t at; (at = notation.find("qx()")) != std::string::npos;) notation.replace(at, 4, "'t'");
      if (notation[0] == '\'') continue;
      const Document page = test::tree(notation);
      for (unsigned choice = 0; choice < 1u << page.size(); ++choice) {
        std::vector<bool> chosen(page.size());
        for (NodeId n = 0; n < page.size(); ++n) chosen[n] = choice >> n & 1;
        BOOST_REQUIRE_MESSAGE(content_of(page, chosen) == naive_content(page, chosen), notation << " " << choice);
        ++checked;
      }
    }
  BOOST_TEST(checked > 1000);
}

BOOST_AUTO_TEST_CASE(images_come_with_the_element_around_them) {
  const Document page =
      test::html("<body><div><p>+one<img></p><img><p>+two</p></div><p><img>no</p><img><script>x</script>");
  const NodeSet content = choose(page);
  std::vector<bool> images;
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].tag == Tag::img) images.push_back(content.contains(n));
  const std::vector<bool> expected = {true, true, false, false};
  BOOST_TEST(images == expected, boost::test_tools::per_element());
  BOOST_TEST(content.contains(page.find(Tag::div)));
  BOOST_TEST(!content.contains(page.find(Tag::body)));
  BOOST_TEST(!content.contains(page.find(Tag::script)));
}

BOOST_AUTO_TEST_CASE(what_nobody_sees_is_no_root_of_the_choice) {
  const Document page = test::html("<body><p>seen words</p><div hidden>+hidden</div><script>+code</script>");
  BOOST_TEST(choose(page).empty());
  const Document inside = test::html("<body><p>+seen<i hidden>hidden</i><script>code</script></p><p>not</p>");
  const NodeSet content = choose(inside);
  BOOST_TEST(content.contains(inside.find(Tag::p)));
  BOOST_TEST(content.contains(inside.find(Tag::script)));
}

BOOST_AUTO_TEST_SUITE_END()
