#include "core/extract/main_content/detail/rules/accordions.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/support/effort.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

const std::string answer = "Bring it back to the library, and pay the fee at the desk before you leave.";

std::string accordion(const std::string& question, const std::string& text,
                      const std::string& control = "aria-expanded=false aria-controls=a") {
  return "<div><button " + control + ">" + question + "</button><div id=a style='display:none'>" + text +
         "</div></div>";
}

// `others`: the bodies of the site's other pages.
Texts added(const std::string& body, const Texts& others = {}) {
  Texts sources = {"<title>Library</title><body><h1>Library</h1><p>Books.</p>" + body};
  for (const std::string& other : others) sources.push_back("<title>Page</title><body><h1>Page</h1>" + other);
  const test::MadeSite site(sources);
  std::vector<char> runs(site.page.runs.size());
  complete_accordions(site.page, *site.others, find_headline(site.page, {}, *site.others), runs);
  return site.texts(runs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(folded_parts)

BOOST_AUTO_TEST_CASE(a_question_and_its_answer) {
  const Texts both = {"What if it is late?", answer};
  for (const std::string control : {"aria-expanded=false aria-controls=a", "aria-selected=true aria-controls=a",
                                    "data-bs-target=#a", "data-toggle=collapse data-target=#a"})
    BOOST_TEST(added(accordion("What if it is late?", "<p>" + answer + "</p>", control)) == both,
               boost::test_tools::per_element());
  BOOST_TEST(added(accordion("What if it is late?", answer, "aria-controls=a")).empty(), "nothing that unfolds");
  BOOST_TEST(added(accordion("What if it is late?", answer, "data-bs-target=#b")).empty(), "no such part");
}

BOOST_AUTO_TEST_CASE(short_parts_need_a_heading) {
  BOOST_TEST(added(accordion("<h3>Old books?</h3>", "<p>No.</p>")) == Texts({"Old books?", "No."}),
             boost::test_tools::per_element());
  BOOST_TEST(added(accordion("Old books?", "<p>No.</p>")).empty());
}

BOOST_AUTO_TEST_CASE(menus_forms_and_comments_are_none) {
  const std::string folded = accordion("<h3>More</h3>", "<p>" + answer + "</p>");
  BOOST_TEST(
      added(accordion("<h3>More</h3>", "<ul><li><a href=/a>Opening hours</a><li><a href=/b>Fees</a></ul>")).empty());
  BOOST_TEST(added(accordion("<h3>Search</h3>", "<form><p>" + answer + "</p></form>")).empty());
  for (const std::string around :
       {"<nav>", "<footer>", "<aside>", "<form>", "<div class=comments>", "<div class=cookies>"})
    BOOST_TEST(added(around + folded).empty(), around);
}

// Whoever copies an answer into their own pages does not take it from this one.
BOOST_AUTO_TEST_CASE(what_other_pages_have_in_this_place_is_none) {
  const std::string folded = accordion("<h3>Late?</h3>", "<p>" + answer + "</p>");
  BOOST_TEST(added(folded, Texts(3, folded)).empty());
  BOOST_TEST(added(folded, Texts(3, "<p>Words.</p><footer><div>" + answer + "</div></footer>")).size() == 2u);
}

BOOST_AUTO_TEST_CASE(above_the_headline_and_without_one_there_are_none) {
  const std::string folded = accordion("<h3>More</h3>", "<p>" + answer + "</p>");
  const auto found = [](const std::string& source) {
    const test::MadeSite site({source});
    std::vector<char> runs(site.page.runs.size());
    complete_accordions(site.page, *site.others, find_headline(site.page, {}, *site.others), runs);
    return site.texts(runs).size();
  };
  BOOST_TEST(found("<title>Library</title><body>" + folded + "<h1>Library</h1><p>Books.</p>") == 0u);
  BOOST_TEST(found("<body>" + folded + "<p>Books.</p>") == 0u);
}

BOOST_AUTO_TEST_CASE(many_controls_of_one_part_take_little_time) {
  std::string html = "<title>Library</title><body><h1>Library</h1>";
  for (int i = 0; i < 8000; ++i) html += "<p><button aria-expanded=false aria-controls=a>More</button>";
  html += "<div id=a>";
  for (int i = 0; i < 8000; ++i) html += "<p><a href=/>x" + std::to_string(i) + "</a> y";
  const Document document = test::html(html);
  const PageView page(document);
  const SiteStatistics nothing;
  const OtherPages nobody(nothing, {});
  std::vector<char> runs(page.runs.size());
  const RunId headline = find_headline(page, {}, nobody);
  BOOST_TEST_REQUIRE(headline < page.runs.size());
  BOOST_TEST(test::standard_seconds([&] { complete_accordions(page, nobody, headline, runs); }) < 0.5);
}

BOOST_AUTO_TEST_SUITE_END()
