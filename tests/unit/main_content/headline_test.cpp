#include "core/extract/main_content/detail/rules/headline.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/view/page_summary.h"
#include "tests/support/effort.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

PageSummary summary(std::string_view html) {
  const Document page = test::html(html);
  const PageView view(page);
  return summarise(view, std::vector<float>(view.runs.size(), 0.5f));
}

// The headline's text among these other pages of the site; "" if there is none. Runs that begin with "+" are chosen.
std::string headline(std::string_view html, const std::vector<std::string>& others = {}) {
  const Document page = test::html(html);
  const PageView view(page);
  std::vector<char> chosen;
  for (const ViewRun& run : view.runs) chosen.push_back(page.text(run.begin).starts_with("+"));
  std::vector<PageSummary> summaries;
  for (const std::string& other : others) summaries.push_back(summary(other));
  const SiteStatistics site = statistics_of(summaries);
  const RunId r = find_headline(view, chosen, OtherPages(site, {}));
  return r < view.runs.size() ? std::string(page.text(view.runs[r].begin)) : std::string();
}

std::string shop_page(int i, std::string_view title = "Shop") {
  const std::string n = std::to_string(i);
  return "<title>" + std::string(title) + "</title><body><h1>Green Shop</h1><div><h2>Pot number " + n +
         "</h2><p>+Pot " + n +
         " has more words than its neighbours.</p></div><footer><h2>Contact the shop</h2><p>Street 1</p></footer>";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(headline_of_a_page)

BOOST_AUTO_TEST_CASE(the_heading_that_agrees_with_the_title) {
  BOOST_TEST(headline("<title>Storm hits town</title><h1>The Daily</h1><h2>Storm hits town</h2><p>+It rained.</p>") ==
             "Storm hits town");
  BOOST_TEST(headline("<title>Rivers | Atlas of the World v2</title><h1>Atlas of the World v2</h1><h2>Rivers</h2>") ==
             "Rivers");
  BOOST_TEST(headline("<title>The Atlas: Rivers of Asia</title><h1>The Atlas</h1><h2>Rivers of Asia</h2>") ==
             "Rivers of Asia");
  BOOST_TEST(headline("<title>Seas | Atlas of the World v2</title><h1>Atlas of the World v2</h1><h2>Rivers</h2>") ==
             "Atlas of the World v2");
  BOOST_TEST(headline("<title>News</title><h2>Storm</h2><p>+It rained.</p>").empty());
}

BOOST_AUTO_TEST_CASE(what_other_pages_link_here_with) {
  const auto linking = [](const std::string& text) {
    return "<title>Mill Ltd</title><body><h2>News of the week</h2><ul><li><a href=/wheel>" + text + "</a></ul>";
  };
  const std::string page =
                        "<title>Mill Ltd</title><body><h2>Opening soon</h2><h2>The water wheel</h2><p>+It turns.</p>",
                    own = linking("Our history");
  BOOST_TEST(headline(page, {linking("The water wheel"), linking("The water wheel"), own, own, own}) ==
             "The water wheel");
  BOOST_TEST(headline(page, {linking("The water wheel"), own, own, own, own}).empty(), "a single page");
  BOOST_TEST(headline(page, {linking("The water wheel"), linking("The water wheel"), own}).empty(), "most pages");
  const std::string same = "<title>Wheel</title><body><h2>Wheel</h2><h2>wheel.</h2><p>+It turns.</p>";
  BOOST_TEST(headline(same, {own, own, own, own}) == "Wheel", "the first of two that say as much");
}

BOOST_AUTO_TEST_CASE(the_title_for_social_media_counts_as_much) {
  BOOST_TEST(headline("<title>Home</title><meta property=og:title content='Storm hits town'><h1>The Daily</h1>"
                      "<h2>Storm hits town</h2><p>+It rained.</p>") == "Storm hits town");
}

BOOST_AUTO_TEST_CASE(without_a_title_it_is_the_only_h1) {
  BOOST_TEST(headline("<h1>Storm</h1><h2>Rain</h2><p>+It rained.</p>") == "Storm");
  BOOST_TEST(headline("<h1>Storm</h1><h1>Rain</h1><p>+It rained.</p>").empty());
}

BOOST_AUTO_TEST_CASE(without_a_heading_it_is_the_text_that_the_title_names) {
  const std::string old =
      "<title>Old Forum :: View topic - Rain in the town</title><body><a href=/>Old Forum</a><table>"
      "<tr><td><a href=/t4>Rain in the town</a></td></tr><tr><td>+It rained.</td></tr></table>";
  BOOST_TEST(headline(old) == "Rain in the town");
  BOOST_TEST(headline("<title>Old Forum :: Rain</title><div>Old Forum</div><div>Rain</div><p>+It rained.</p>").empty(),
             "either may be the site's name");
  const auto page = [](const std::string& name) {
    return "<title>Old Forum :: " + name + "</title><div>Old Forum</div><div>" + name + "</div><p>+It rained.</p>";
  };
  BOOST_TEST(headline(page("Rain"), {page("Snow"), page("Hail"), page("Fog")}) == "Rain");
}

BOOST_AUTO_TEST_CASE(a_heading_that_all_pages_have_is_none) {
  const std::vector<std::string> others = {shop_page(1), shop_page(2), shop_page(3)};
  BOOST_TEST(headline(shop_page(4, "Green Shop")) == "Green Shop");
  BOOST_TEST(headline(shop_page(4, "Green Shop"), others).empty());
  BOOST_TEST(headline(shop_page(4, "Green Shop: Pot number 4"), others) == "Pot number 4");
  // One other page may be a copy.
  BOOST_TEST(headline(shop_page(4, "Green Shop"), {shop_page(1)}) == "Green Shop");
}

BOOST_AUTO_TEST_CASE(a_heading_after_the_main_content_is_none) {
  BOOST_TEST(headline(shop_page(4, "Contact the shop")) == "Green Shop");  // the only <h1>
  // If nothing is chosen, it may be anywhere.
  BOOST_TEST(headline("<title>Contact the shop</title><p>x</p><h2>Contact the shop</h2>") == "Contact the shop");
}

BOOST_AUTO_TEST_CASE(a_part_of_the_title_is_enough) {
  BOOST_TEST(headline("<title>Repair - Events at the Mill - The Old Mill of Town</title><h1>Welcome to the house</h1>"
                      "<h2>Repair</h2>") == "Repair");
}

BOOST_AUTO_TEST_CASE(many_headings_and_a_long_title_take_linear_time) {
  std::string html = "<title>";
  for (int i = 0; i < 50'000; ++i) html += "part " + std::to_string(i) + " - ";
  html += "</title><body>";
  for (int i = 0; i < 20'000; ++i) html += "<h2>Heading " + std::to_string(i) + "</h2>";
  const Document document = test::html(html);
  const PageView page(document);
  const SiteStatistics nothing;
  const OtherPages others(nothing, {});
  RunId found = 0;
  BOOST_TEST(test::standard_seconds([&] { found = find_headline(page, {}, others); }) < 2.0);
  BOOST_TEST(found <= page.runs.size());
}

BOOST_AUTO_TEST_CASE(pages_without_text_have_none) {
  BOOST_TEST(headline("").empty());
  BOOST_TEST(headline("<title>x</title><h1></h1>").empty());
}

// The site's name above the headline; alone, or where it is likely content, it stays.
BOOST_AUTO_TEST_CASE(a_heading_that_half_of_the_pages_have_above_the_headline_goes) {
  for (const int others : {0, 1, 2, 5})
    for (const float p : {0.02f, 0.3f}) {
      std::vector<std::string> sources;
      for (int i = 0; i <= others; ++i) sources.push_back(shop_page(i, "Pot number " + std::to_string(i)));
      const test::MadeSite site(sources);
      std::vector<char> runs(site.page.runs.size(), 1);
      const std::vector<float> all(runs.size(), p);
      drop_shared_headings(site.page, all, *site.others, find_headline(site.page, {}, *site.others), runs);
      const bool is_dropped = others >= 2 && p < 0.1f;
      BOOST_TEST(site.texts(runs).front() == (is_dropped ? "Pot number 0" : "Green Shop"), others << " others, " << p);
      BOOST_TEST(site.texts(runs).size() == runs.size() - is_dropped);
    }
}

BOOST_AUTO_TEST_SUITE_END()
