// How siblings change the probabilities of a page's runs.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/main_content.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

std::string page_of(int number) {
  std::string own;
  for (int i = 0; i < 40; ++i) own += " own" + std::to_string(number * 100 + i);
  return "<body><h2>Synopsis</h2><p>" + own +
         "</p><div class=note>This notice of ten words stands on all of the pages.</div><div class=foot>All rights "
         "reserved</div>";
}
enum : std::size_t { heading, story, notice, foot };

// A page judged `alone`, with `count` siblings whose headings and stories are content.
std::vector<float> judge(std::uint32_t count, const std::vector<float>& alone) {
  std::vector<PageSummary> siblings;
  for (std::uint32_t i = 1; i <= count; ++i) {
    const Document sibling = test::html(page_of(static_cast<int>(i)));
    siblings.push_back(summarise(PageView(sibling), std::vector<float>{0.9f, 0.95f, 0.5f, 0.2f}));
  }
  const Document page = test::html(page_of(0));
  const PageView view(page);
  BOOST_TEST_REQUIRE(view.runs.size() == alone.size());
  return judge_with_site(view, alone, statistics_of(siblings), builtin_model());
}

const std::vector<float> alone = {0.9f, 0.95f, 0.9f, 0.9f};

}  // namespace

BOOST_AUTO_TEST_SUITE(judging_with_a_site)

BOOST_AUTO_TEST_CASE(without_siblings_nothing_changes) {
  BOOST_TEST(judge(0, alone) == alone, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(text_that_siblings_repeat_is_template) {
  for (const std::uint32_t count : {2u, 8u, 12u})
    BOOST_TEST(judge(count, alone)[notice] <= 0.05f, count << " siblings");
  BOOST_TEST(judge(1, alone)[notice] > 0.05f, "one page may quote another");
}

BOOST_AUTO_TEST_CASE(short_texts_are_template_on_many_pages_with_little_content) {
  BOOST_TEST(judge(12, alone)[foot] <= 0.05f);
  BOOST_TEST(judge(4, alone)[foot] > 0.05f, "of few siblings it is not sure");
  BOOST_TEST(judge(12, alone)[heading] > 0.05f, "manuals head their sections alike");
}

// The menu of a manual has the headings of all its pages.
BOOST_AUTO_TEST_CASE(siblings_menus_do_not_repeat_a_heading) {
  const Document manual = test::html("<ul><li><a href=/>Synopsis</a></ul><h2>Other</h2>");
  const PageView sibling(manual);
  const std::vector<PageSummary> siblings(8, summarise(sibling, std::vector<float>{0.1f, 0.9f}));
  const SiteStatistics site = statistics_of(siblings);
  const Document own = test::html("<ul><li><a href=/>Synopsis</a></ul><h2>Synopsis</h2><h2>Other</h2>");
  const PageView view(own);
  BOOST_TEST_REQUIRE(view.runs.size() == 3u);
  BOOST_TEST(site.pages_with_text(view.runs[0].site_hash) == 1);
  BOOST_TEST(site.pages_with_text(view.runs[1].site_hash) == 0);
  BOOST_TEST(site.pages_with_text(view.runs[2].site_hash) == 1);
  BOOST_TEST(view.runs[0].hash == view.runs[1].hash);
}

BOOST_AUTO_TEST_CASE(the_pages_own_content_stays) {
  for (const std::uint32_t count : {1u, 4u, 12u}) BOOST_TEST(judge(count, alone)[story] > 0.5f);
}

BOOST_AUTO_TEST_SUITE_END()
