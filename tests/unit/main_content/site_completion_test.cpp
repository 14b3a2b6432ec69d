#include "core/extract/main_content/detail/site/site_completion.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

struct Looks {
  std::string thanks = "Thanks";  // what a post says; its number follows
  int repeated = 0;               // this many times more
  std::string inside = "p";
  bool same = false;  // on all pages
};

std::string page_of(int number, const Looks& looks) {
  const std::string text = looks.thanks + (looks.same ? "" : " x" + std::to_string(number));
  std::string out = "<title>Bees</title><body><div class=post>";
  for (int i = 0; i <= looks.repeated; ++i) out += "<" + looks.inside + ">" + text + "</" + looks.inside + ">";
  return out + "</div><div class=foot><p>All of x" + std::to_string(number) + " that is below</p></div>";
}

// What is added to nothing: `probability` of each run of this page, `elsewhere` of those in posts on the others.
Texts added(int others, const Looks& looks, float probability = 0.2f, float elsewhere = 0.9f) {
  std::vector<std::string> sources;
  for (int i = 0; i <= others; ++i) sources.push_back(page_of(i, looks));
  const test::MadeSite site(sources, [&](const PageView& page, RunId r) {
    return page.page.text(page.runs[r].begin).starts_with("All") ? 0.1f : elsewhere;
  });
  std::vector<char> runs(site.page.runs.size());
  complete_by_site(site.page, std::vector<float>(runs.size(), probability), *site.others, runs);
  return site.texts(runs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(completion_by_site)

BOOST_AUTO_TEST_CASE(a_short_text_where_others_have_content) {
  BOOST_TEST(added(4, {}) == Texts{"Thanks x0"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_site_must_say_it) {
  BOOST_TEST(added(2, {}).empty(), "two other pages");
  BOOST_TEST(added(4, {}, 0.2f, 0.4f).empty(), "the others have no content there");
}

BOOST_AUTO_TEST_CASE(the_text_must_be_this_pages_own) {
  BOOST_TEST(added(4, {.same = true}).empty(), "on the other pages too");
  BOOST_TEST(added(4, {.repeated = 1}).empty(), "twice on the page");
  BOOST_TEST(added(4, {.thanks = "<a href=/t>Thanks</a>"}).empty(), "a link");
  BOOST_TEST(added(4, {.inside = "p hidden"}).empty());
}

BOOST_AUTO_TEST_CASE(not_what_is_all_but_impossible) { BOOST_TEST(added(4, {}, 0.04f).empty()); }

BOOST_AUTO_TEST_SUITE_END()
