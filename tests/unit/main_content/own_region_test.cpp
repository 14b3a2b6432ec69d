#include "core/extract/main_content/detail/site/own_region.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

// Where the last text of a page is, and what it says; its number follows.
struct Looks {
  std::string open = "<section class=row><div class=c>", text = "Open daily, room x", close = "</div></section>";
  bool same = false;  // on all pages
  std::string main = "main";
};

std::string page_of(int number, const Looks& looks) {
  const std::string n = std::to_string(number);
  return "<title>+Service x" + n + "</title><body><" + looks.main + "><h1>+Service x" + n + "</h1><p>+About service x" +
         n + "</p>" + looks.open + looks.text + (looks.same ? "0" : n) + looks.close + "</" + looks.main +
         "><div class=below>Below of x" + n + "</div>";
}

Texts added(int others, const Looks& looks, float probability = 0.1f) {
  std::vector<std::string> sources;
  for (int i = 0; i <= others; ++i) sources.push_back(page_of(i, looks));
  const test::MadeSite site(sources);
  std::vector<char> runs = site.marked();
  const std::vector<char> before = runs;
  complete_region(site.page, std::vector<float>(runs.size(), probability), *site.others,
                  find_headline(site.page, runs, *site.others), runs);
  for (RunId r = 0; r < runs.size(); ++r) runs[r] = runs[r] && !before[r];
  return site.texts(runs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(own_texts_of_a_region)

BOOST_AUTO_TEST_CASE(where_other_pages_have_theirs) {
  BOOST_TEST(added(4, {}) == Texts{"Open daily, room x0"}, boost::test_tools::per_element());
  BOOST_TEST(added(2, {}).empty(), "two other pages say too little");
  BOOST_TEST(added(4, {.main = "div"}) == Texts({"Open daily, room x0", "Below of x0"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(cards_are_links_around_several_texts) {
  BOOST_TEST(added(4, {.open = "<a class=c href=/a><h3>Card of xz</h3><p>", .close = "</p></a>"}).size() == 1u,
             "the heading is on all pages");
  BOOST_TEST(added(4, {.open = "<p><a class=c href=/a>", .close = "</a></p>"}).empty(), "a link");
}

BOOST_AUTO_TEST_CASE(what_has_a_reason_to_be_left_out) {
  BOOST_TEST(added(4, {.same = true}).empty(), "on other pages");
  for (const std::string open : {"<aside>", "<nav>", "<form>", "<footer>", "<div hidden>", "<div class=related-posts>",
                                 "<div class=comment-list>", "<div class=author-box>"})
    BOOST_TEST(added(4, {.open = open, .close = ""}).empty(), open);
  BOOST_TEST(added(4, {.text = "Published by x"}).empty(), "a byline");
  BOOST_TEST(added(4, {}, 0.01f).empty(), "all but impossible");
}

BOOST_AUTO_TEST_SUITE_END()
