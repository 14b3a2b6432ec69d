#include "core/extract/main_content/detail/site/own_tables.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

// The texts of page 0 that stay, of those that the page alone gives `alone` and that the site would leave out.
Texts kept(const std::function<std::string(int)>& source, float alone = 0.9f) {
  std::vector<std::string> sources;
  for (int i = 0; i < 8; ++i) sources.push_back(source(i));
  const test::MadeSite site(sources, [&](const PageView&, RunId) { return alone; });
  const std::size_t runs = site.page.runs.size();
  std::vector<float> p(runs, 0.1f);
  keep_own_tables(site.page, SiteView(site.summaries[0], *site.others), std::vector<float>(runs, alone), p);
  std::vector<char> stays;
  for (const float probability : p) stays.push_back(probability > 0.1f);
  return site.texts(stays);
}

std::string hours(int i) {
  const std::string opens = std::to_string(8 + i % 2);
  return "<body><h1>Branch " + std::to_string(i) + "</h1><table><tr><th>Mon</th><td>" + opens +
         " to 18</td></tr><tr><th>Tue</th><td>10 to " + std::to_string(16 + i % 4) +
         "</td></tr><tr><th>Sun</th><td>closed</td></tr></table>";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(own_tables)

// Others have each of its texts, and four have the same hours on Tuesdays.
BOOST_AUTO_TEST_CASE(a_table_stays_whole) {
  const auto source = [](int i) { return i == 0 ? hours(3) : hours(2 * i); };
  const Texts all = {"Mon", "9 to 18", "Tue", "10 to 19", "Sun", "closed"};
  BOOST_TEST(kept(source) == all, boost::test_tools::per_element());
  BOOST_TEST(kept(source, 0.2f).empty(), "the page alone does not take it for content");
}

BOOST_AUTO_TEST_CASE(a_table_that_others_have_is_left_to_other_rules) {
  const auto source = [](int i) { return hours(4 * i); };
  BOOST_TEST(kept(source).empty());
}

BOOST_AUTO_TEST_CASE(a_list_of_definitions_stays_whole) {
  const auto source = [](int i) {
    return "<body><dl><dt>Alloy</dt><dd>A2</dd><dt>Length</dt><dd>" + std::to_string(10 * i) + " mm</dd></dl>";
  };
  const Texts all = {"Alloy", "A2", "Length", "0 mm"};
  BOOST_TEST(kept(source) == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_stay_whole) {
  const auto source = [](int i) {
    std::string rows;
    for (const char* day : {"Mon", "Tue", "Sun"})
      rows += std::string("<p class=row>") + day + ": 9 to " + std::to_string(16 + i % 2);
    i /= 2;
    return "<body><h1>Branch</h1>" + rows + "<p class=row>Sat: 9 to " + std::to_string(10 + i);
  };
  const Texts all = {"Mon: 9 to 16", "Tue: 9 to 16", "Sun: 9 to 16", "Sat: 9 to 10"};
  BOOST_TEST(kept(source) == all, boost::test_tools::per_element());
  BOOST_TEST(kept([&](int i) { return source(i % 4); }).empty(), "another page has all of them");
  BOOST_TEST(kept([&](int i) { return "<body><aside>" + source(i) + "</aside>"; }).empty(), "beside the content");
  const auto linked = [&](int i) { return source(i) + "<p class=row><a href=/a>All</a> branches"; };
  BOOST_TEST(kept(linked) == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
