#include "core/page/siblings.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/trees.h"

using namespace pith;

namespace {

std::vector<std::string> ranked(std::string_view html, const char* key, std::size_t limit = 100) {
  const Document page = test::html(html);
  std::vector<std::string> out;
  for (const Url& url : rank_sibling_links(
           page, *parse_url(key), [](const Url& target) { return target.host == "h"; }, limit))
    out.push_back(url.str().substr(8));  // behind "http://h"
  return out;
}

using List = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(siblings)

BOOST_AUTO_TEST_CASE(hyperlink_distances) {
  struct Case {
    const char *key, *link;
    unsigned up, down;
  };
  for (const Case& c : {Case{"http://h/a/b/k.html", "http://h/a/b/l.html", 0, 0},
                        Case{"http://h/a/b/k.html", "http://h/a/l.html", 1, 0},
                        Case{"http://h/a/b/k.html", "http://h/a/b/c/l.html", 0, 1},
                        Case{"http://h/a/b/k.html", "http://h/a/c/l.html", 1, 1},
                        Case{"http://h/a/b/", "http://h/", 2, 0}, Case{"http://h/", "http://h/x/y/z/", 0, 3},
                        Case{"http://h/a/b/", "http://h/c/d/", 2, 2}, Case{"http://h/", "http://h/", 0, 0}}) {
    const HyperlinkDistance d = hyperlink_distance(*parse_url(c.key), *parse_url(c.link));
    BOOST_TEST(d.up == c.up, c.key << " " << c.link);
    BOOST_TEST(d.down == c.down, c.key << " " << c.link);
  }
}

BOOST_AUTO_TEST_CASE(dom_distances_on_all_pairs_of_a_tree) {
  const Document d = test::tree("a(b(c d(e)) f(g))");
  // By definition: depth of both minus twice the depth of the deepest common ancestor.
  for (NodeId x = 0; x < d.size(); ++x)
    for (NodeId y = 0; y < d.size(); ++y) {
      NodeId common = x;
      while (common != y && !d.is_ancestor(common, y)) common = d[common].parent;
      BOOST_TEST(dom_distance(d, x, y) == unsigned(d[x].depth + d[y].depth - 2 * d[common].depth));
    }
}

BOOST_AUTO_TEST_CASE(nearest_directories_first_then_fewer_up_steps) {
  BOOST_TEST(ranked("<a href=/z/q.html></a><a href=../up.html></a><a href=sub/x.html></a><a href=same.html></a>",
                    "http://h/d/k.html") == (List{"/d/same.html", "/d/sub/x.html", "/up.html", "/z/q.html"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equals_are_taken_farthest_first_in_the_tree) {
  // a1 comes first; a4 is the farthest from it; of the other two, a3 is farther from both than a2.
  const char* page =
      "<div><p><a href=1></a><a href=2></a></p><p><a href=3></a></p></div><section><div><p><a "
      "href=4></a></p></div></section>";
  BOOST_TEST(ranked(page, "http://h/k") == (List{"/1", "/4", "/3", "/2"}), boost::test_tools::per_element());
  BOOST_TEST(ranked(page, "http://h/k", 2) == (List{"/1", "/4"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_no_sibling_is_left_out) {
  BOOST_TEST(
      ranked("<a href=k#part></a><a href=''></a><a href=a.png></a><a href=mailto:x@h></a><a href=http://other/></a>"
             "<a name=x></a><a href=/a/../b></a><a href=b></a><a href='b#s'></a>",
             "http://h/k") == (List{"/b"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_base_element_counts) {
  BOOST_TEST(ranked("<base href=/x/><a href=y></a>", "http://h/k") == (List{"/x/y"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_long_base_is_not_repeated_without_bound) {
  std::string page = "<base href='http://h/" + std::string(7000, 'b') + "/'>";
  for (int i = 0; i < 200'000; ++i) page += "<a href=" + std::to_string(i) + "></a>";
  const Document document = test::html(page);
  const auto links = links_of(document, *parse_url("http://h/k"));
  BOOST_TEST(links.size() > 1000u);
  BOOST_TEST(links.size() < 5000u);
}

BOOST_AUTO_TEST_CASE(many_links_are_ranked_in_linear_time) {
  std::string page;
  for (int i = 0; i < 100'000; ++i) page += "<p><a href=p" + std::to_string(i) + "></a></p>";
  BOOST_TEST(ranked(page, "http://h/k", 32).size() == 32u);
}

BOOST_AUTO_TEST_SUITE_END()
