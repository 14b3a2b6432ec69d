#include "core/extract/main_content/detail/site/bare_page.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

constexpr const char* minutes =
    "<a href=a>Minutes of May</a><br><a href=b>Minutes of June</a><br><a href=c>Minutes of July</a>";

// What is added to a page with this text below its headline, on a site of so many pages. Texts that begin with "+" are
// chosen, all others have the probability `p`.
Texts added(const std::string& text, int pages = 4, float p = 0.3f) {
  std::vector<std::string> sources;
  for (int i = 0; i < pages; ++i)
    sources.push_back("<title>+Council x" + std::to_string(i) + "</title><body><h1>+Council x" + std::to_string(i) +
                      "</h1><div>" + (i == 0 ? text : "<p>+Of other things") + "</div><p>Imprint of all");
  const test::MadeSite site(sources);
  std::vector<char> runs = site.marked();
  const std::vector<char> before = runs;
  const std::vector<float> all(runs.size(), p);
  fill_bare_page(site.page, all, *site.others, find_headline(site.page, runs, *site.others), runs);
  for (RunId r = 0; r < runs.size(); ++r) runs[r] = runs[r] && !before[r];
  return site.texts(runs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_with_hardly_more_than_its_headline)

BOOST_AUTO_TEST_CASE(gets_what_it_alone_says) {
  BOOST_TEST(added(minutes) == Texts{"Minutes of May"}, boost::test_tools::per_element());  // a run of three lines
  BOOST_TEST(added(std::string("<p>+All are public.</p>") + minutes) == Texts{"Minutes of May"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_any_site) {
  BOOST_TEST(added(minutes, 2) == Texts{"Minutes of May"}, boost::test_tools::per_element());
  BOOST_TEST(added(minutes, 1).empty(), "no site");
  BOOST_TEST(added("<p>Price 17.30<p>Size 40") == (Texts{"Price 17.30", "Size 40"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(unless_it_says_enough_or_it_is_not_its_own) {
  const std::string long_text = "<p>+Eleven words are enough for a page to say, it is not bare.</p>";
  BOOST_TEST(added(long_text + minutes).empty());
  BOOST_TEST(added("<p>+Five words of its own.</p><a href=a>Minutes of May</a>").empty(), "too little beside it");
  BOOST_TEST(added("<p>Imprint of all").empty(), "other pages have it");
  BOOST_TEST(added(std::string("<nav>") + minutes + "</nav>").empty(), "a menu");
  BOOST_TEST(added(minutes, 4, 0.05f).empty(), "hardly likely");
  BOOST_TEST(added("<p>Add this to the cart<p>Please share this page").empty(), "wordings");
}

BOOST_AUTO_TEST_SUITE_END()
