#include "core/extract/main_content/detail/site/own_tables.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tests/support/trees.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

// The texts of page 0 that stay, of those that the page alone gives `alone` and that the site would leave out.
Texts kept(const std::function<std::string(int)>& source, float alone = 0.9f) {
  std::vector<PageSummary> summaries;
  for (int i = 0; i < 8; ++i) {
    const Document page = test::html(source(i));
    const PageView view(page);
    summaries.push_back(summarise(view, std::vector<float>(view.runs.size(), alone)));
  }
  const Document document = test::html(source(0));
  const PageView page(document);
  const SiteStatistics site = statistics_of(summaries);
  const PageSummary* const own = summaries.data();
  const OtherPages others(site, std::span(&own, 1));
  const SiteView view(summaries[0], others);
  std::vector<float> p(page.runs.size(), 0.1f);
  keep_own_tables(page, view, std::vector<float>(page.runs.size(), alone), p);
  Texts out;
  for (RunId r = 0; r < page.runs.size(); ++r)
    if (p[r] > 0.5f) out.emplace_back(document.text(page.runs[r].begin));
  return out;
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
  BOOST_TEST(kept(source, 0.4f).empty(), "the page alone does not take it for content");
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

BOOST_AUTO_TEST_SUITE_END()
