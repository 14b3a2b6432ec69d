#include "core/extract/main_content/detail/site/shared_text.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

std::string page_of(int number, const std::string& text, const std::string& main) {
  const std::string n = std::to_string(number);
  return "<title>+Drill x" + n + "</title><body><" + main + "><h1>+Drill x" + n + "</h1><p>+About drill x" + n +
         "</p>" + text + "</" + main + "><footer><p>Imprint</footer>";
}

// What is added if `text` is on the page and on four others, which take it for content with the probability `theirs`.
Texts added(const std::string& text, float own = 0.7f, float theirs = 0.7f, const std::string& main = "main") {
  std::vector<std::string> sources;
  for (int i = 0; i < 5; ++i) sources.push_back(page_of(i, text, main));
  int pages = 0;
  const test::MadeSite site(sources, [&](const PageView&, RunId r) {
    pages += r == 0;
    return pages == 1 ? own : theirs;
  });
  Choice alone{.runs = {}, .threshold = 0.45f};
  for (RunId r = 0; r < site.page.runs.size(); ++r) alone.runs.push_back(own >= alone.threshold);
  std::vector<char> runs = site.marked();
  const std::vector<char> before = runs;
  keep_shared_text(site.page, alone, *site.others, find_headline(site.page, runs, *site.others), runs);
  for (RunId r = 0; r < runs.size(); ++r) runs[r] = runs[r] && !before[r];
  return site.texts(runs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(text_that_pages_of_a_kind_share)

BOOST_AUTO_TEST_CASE(stays_where_all_of_them_take_it_for_content) {
  BOOST_TEST(added("<p>Disconnect the mains plug.") == Texts{"Disconnect the mains plug."},
             boost::test_tools::per_element());
  BOOST_TEST(added("<ul><li>Shower<li>Sea view</ul>") == Texts({"Shower", "Sea view"}),
             boost::test_tools::per_element());
  BOOST_TEST(added("<p>Disconnect the mains plug.", 0.7f, 0.2f).empty(), "the others leave it out");
  BOOST_TEST(added("<p>Disconnect the mains plug.", 0.2f, 0.7f).empty(), "this page leaves it out");
}

// Without a <main>: as far as the page's own text goes, or what it heads.
BOOST_AUTO_TEST_CASE(is_content_among_own_text_or_below_an_own_heading) {
  const auto shared = [](const std::string& text) { return added(text, 0.7f, 0.7f, "div"); };
  BOOST_TEST(shared("<p>Disconnect the mains plug.<p>+Its steps") == Texts{"Disconnect the mains plug."},
             boost::test_tools::per_element());
  BOOST_TEST(
      shared("<h2>+Guarantee</h2><p>Five years.<p>Keep the receipt.") == Texts({"Five years.", "Keep the receipt."}),
      boost::test_tools::per_element());
  BOOST_TEST(shared("<h2>+Guarantee</h2><p>Five years.<h2>Newsletter</h2><p>Subscribe.") == Texts{"Five years."},
             boost::test_tools::per_element());
  std::string foot;
  for (int i = 0; i < 20; ++i) foot += "<p>Words of the site's foot, again.";
  BOOST_TEST(shared(foot + "<p>+Its steps").empty(), "far more than the page's own");
}

// An element that the page alone takes for content is no wrapper of the site.
BOOST_AUTO_TEST_CASE(is_a_fact_in_an_element_of_content) {
  const auto shared = [](const std::string& text) { return added(text, 0.7f, 0.7f, "div"); };
  const std::string rows = "<div class=r><b>Weight</b> 40</div><div class=r><b>Colour</b> blue</div>";
  BOOST_TEST(shared(rows) == Texts({"Weight", "Colour"}), boost::test_tools::per_element());
  BOOST_TEST(shared("<dl><dt>Weight<dd>40</dl>") == Texts({"Weight", "40"}), boost::test_tools::per_element());
  BOOST_TEST(added(rows, 0.7f, 0.2f, "div").empty(), "the others leave it out");
}

BOOST_AUTO_TEST_CASE(is_of_the_template_around_the_content) {
  BOOST_TEST(added("<p>Disconnect the mains plug.", 0.7f, 0.7f, "div").empty(),
             "no element says that it is the main one, and the page has no text of its own below");
  for (const std::string around : {"<aside>", "<nav>", "<form>", "<div class=related-posts>", "<div class=share>"})
    BOOST_TEST(added(around + "<p>Disconnect the mains plug.").empty(), around);
  BOOST_TEST(added("<p><a href=/x>Disconnect the mains plug.</a>").empty(), "a link");
  BOOST_TEST(added("<p>Read more").empty(), "a wording of templates");
}

BOOST_AUTO_TEST_SUITE_END()
