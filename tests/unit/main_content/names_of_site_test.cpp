#include "core/extract/main_content/detail/rules/names_of_site.h"

#include <boost/test/unit_test.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/view/page_summary.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

PageSummary summary_of(const std::string& html) {
  const Document page = test::html(html);
  const PageView view(page);
  const std::vector<float> half(view.runs.size(), 0.5f);
  return *from_bytes(to_bytes(summarise(view, half)));  // as it is kept
}

// What is the site's among the names of the first page.
std::vector<std::string> of_site(const std::vector<std::string>& pages) {
  std::vector<PageSummary> summaries;
  for (const std::string& page : pages) summaries.push_back(summary_of(page));
  const SiteStatistics site = *SiteStatistics::read(statistics_of(summaries).bytes());
  const PageSummary* const own = &summaries[0];
  const Document page = test::html(pages[0]);
  return names_of_site(page, OtherPages(site, std::span(&own, 1), own));
}

std::string page(const std::string& title, const std::string& h1) {
  return "<title>" + title + "</title><h1>" + h1 + "</h1><p>Text of " + title;
}

using Names = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(names_of_the_site)

BOOST_AUTO_TEST_CASE(a_part_of_all_titles_and_a_heading_of_all_pages) {
  BOOST_TEST(of_site({page("A - Atlas", "The Atlas"), page("B - Atlas", "The Atlas"),
                      page("C - atlas", "The Atlas")}) == (Names{"Atlas", "The Atlas"}));
}

BOOST_AUTO_TEST_CASE(one_other_page_is_no_evidence) {
  BOOST_TEST(of_site({page("A | Atlas", "x"), page("B | Atlas", "y")}) == Names{});
}

BOOST_AUTO_TEST_CASE(the_title_of_all_pages) {
  BOOST_TEST(of_site({page("Atlas", "A"), page("Atlas", "B"), page("Atlas", "C"), page("Atlas", "D")}) ==
             Names{"Atlas"});
}

// Pages 1, 2 and 3 of a blog's list are titled alike.
BOOST_AUTO_TEST_CASE(a_section_s_name_is_its_pages_own) {
  std::vector<std::string> pages = {page("Blog | Atlas", "x"), page("Blog | Atlas", "x"), page("Blog | Atlas", "x")};
  for (const char* other : {"A", "B", "C"}) pages.push_back(page(std::string(other) + " | Atlas", other));
  BOOST_TEST(of_site(pages) == (Names{"Atlas", "x"}));
}

BOOST_AUTO_TEST_SUITE_END()
