#include "core/extract/detail/chosen_nodes.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/naive_mappings.h"
#include "tests/support/trees.h"

using namespace pith;
using pith::test::children_of;
using pith::test::tree;

namespace {

// Whether all texts of the subtree are chosen, and there is at least one.
bool all_chosen(const Document& d, NodeId n, const std::vector<bool>& leaves) {
  bool any = false;
  for (NodeId m = n; m < d.end_of(n); ++m) {
    if (!d[m].is_text()) continue;
    if (!leaves[m]) return false;
    any = true;
  }
  return any;
}

bool belongs(const Document& d, NodeId n, const std::vector<bool>& leaves) {
  if (leaves[n]) return true;
  for (NodeId m = n; m != no_node; m = d[m].parent)
    if (d[m].is_element() && all_chosen(d, m, leaves)) return true;
  return false;
}

// Chooses the texts that begin with "+".
NodeSet choose(const Document& page) {
  std::vector<bool> chosen(page.size());
  for (NodeId n = 0; n < page.size(); ++n) chosen[n] = page.text(n).starts_with("+");
  return content_of(page, chosen);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chosen_nodes)

BOOST_AUTO_TEST_CASE(elements_come_with_their_texts_on_all_small_pages_with_all_choices) {
  for (int nodes = 1; nodes <= 6; ++nodes)
    for (std::string notation : test::all_trees(nodes, 2)) {
      for (std::size_t at; (at = notation.find("qx()")) != std::string::npos;) notation.replace(at, 4, "'t'");
      const Document page = tree("r(" + notation + ")");
      std::vector<NodeId> texts;
      for (NodeId n = 0; n < page.size(); ++n)
        if (page[n].is_text()) texts.push_back(n);
      for (std::size_t choice = 0; choice < std::size_t{1} << texts.size(); ++choice) {
        std::vector<bool> leaves(page.size());
        for (std::size_t i = 0; i < texts.size(); ++i)
          if (choice >> i & 1) leaves[texts[i]] = true;
        const NodeSet content = content_of(page, leaves);
        for (NodeId n = 0; n < page.size(); ++n) BOOST_REQUIRE_EQUAL(content.contains(n), belongs(page, n, leaves));
      }
    }
}

BOOST_AUTO_TEST_CASE(text_that_nobody_sees_does_not_keep_an_element_out) {
  const Document page = test::html("<body><div><p>seen</p><p hidden>unseen</p><script>x()</script><img src=a></div>");
  std::vector<bool> leaves(page.size());
  leaves[page.find(Tag::p) + 1] = true;
  const NodeSet content = content_of(page, leaves);
  const NodeId div = page.find(Tag::div);
  for (NodeId n = div; n < page.end_of(div); ++n) BOOST_TEST(content.contains(n), "node " << n);
}

BOOST_AUTO_TEST_CASE(an_image_comes_by_itself_beside_text_that_is_left_out) {
  const Document page = test::html("<body><p>left out<img src=a><img src=b hidden></p>");
  const NodeSet content = content_of(page, std::vector<bool>(page.size(), false));
  BOOST_TEST(content.empty());
  std::vector<bool> chosen(page.size());
  for (NodeId n = 0; n < page.size(); ++n) chosen[n] = !page[n].is_text();
  const NodeId image = page.find(Tag::img);
  const NodeSet with_image = content_of(page, chosen);
  BOOST_TEST(with_image.contains(image));
  BOOST_TEST(with_image.count() == 1u);
}

BOOST_AUTO_TEST_CASE(no_subtree_begins_with_what_is_no_content) {
  const Document page = test::html("<body><script>x()</script><p>own<script>y()</script></p>");
  std::vector<bool> is_template(page.size());
  is_template[0] = is_template[page.find(Tag::body)] = true;
  const NodeSet content = below_template(page, is_template);
  const NodeId script = page.find(Tag::script), p = page.find(Tag::p);
  BOOST_TEST(!content.contains(script));
  BOOST_TEST(content.contains(page.find(Tag::script, script + 1)));
  BOOST_TEST(content.contains(p));
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
