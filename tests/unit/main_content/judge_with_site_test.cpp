// How a site's other pages change the probabilities of a page's runs.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/site/fixed_text.h"
#include "core/extract/main_content/detail/site/site_features.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/made_site.h"

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

// A model whose site forest says `above` if a column is greater than the threshold, and `below` if not.
struct OneSplit {
  OneSplit(std::string_view column, float threshold, float below, float above)
      : splits{{threshold,
                static_cast<std::uint16_t>(std::ranges::find(site_features(), column) - site_features().begin()), 0x80,
                0x81}},
        leaves{below, above} {
    BOOST_REQUIRE(splits[0].feature < site_features().size());
    model.site = {splits, first_split, leaves, 0};
  }
  OneSplit(const OneSplit&) = delete;

  std::vector<ForestSplit> splits;
  std::vector<std::uint16_t> first_split{0, 1};
  std::vector<float> leaves;
  Model model = builtin_model();
};

const std::vector<float> alone = {0.9f, 0.95f, 0.9f, 0.25f};

// Page 0 of a site, judged `alone`, with `count` others whose headings and stories are content. `known`: the site's
// statistics hold page 0 as well.
std::vector<float> judge(int count, const Model& model, bool known) {
  std::vector<PageSummary> summaries;
  for (int i = known ? 0 : 1; i <= count; ++i) {
    const Document page = test::html(page_of(i));
    const PageView view(page);
    summaries.push_back(summarise(view, i == 0 ? alone : std::vector<float>{0.9f, 0.95f, 0.5f, 0.2f}));
  }
  const Document page = test::html(page_of(0));
  const PageView view(page);
  BOOST_TEST_REQUIRE(view.runs.size() == alone.size());
  const SiteStatistics site = statistics_of(summaries);
  const PageSummary* const own = summaries.data();
  return judge_with_site(view, alone, OtherPages(site, std::span(&own, known ? 1 : 0)), model);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(judging_with_a_site)

BOOST_AUTO_TEST_CASE(without_other_pages_nothing_changes) {
  BOOST_TEST(judge(0, builtin_model(), false) == alone, boost::test_tools::per_element());
  BOOST_TEST(judge(0, builtin_model(), true) == alone, boost::test_tools::per_element());
}

// The forest's margin is added to that of the page alone.
BOOST_AUTO_TEST_CASE(texts_of_other_pages_are_judged_by_the_site) {
  const OneSplit repeated("site_text_pages", 0.5f, 0.25f, -5);
  for (const int count : {2, 8, 12})
    for (const bool known : {false, true}) {
      const std::vector<float> judged = judge(count, repeated.model, known);
      for (const std::size_t run : {heading, foot})
        BOOST_TEST(judged[run] == probability(margin_of(alone[run]) - trust_in_site * 5));
      const float of_notice = probability(margin_of(alone[notice]) - trust_in_site * 5);
      BOOST_TEST(judged[notice] == (count < 3 ? of_notice : std::min(of_notice, of_fixed_text)));
      BOOST_TEST(judged[story] == probability(margin_of(alone[story]) + trust_in_site * 0.25f));
    }
}

BOOST_AUTO_TEST_CASE(a_single_other_page_teaches_a_page_that_the_statistics_hold) {
  const OneSplit repeated("site_text_pages", 0.5f, 0, -5);
  BOOST_TEST(judge(1, repeated.model, true)[notice] == probability(margin_of(alone[notice]) - trust_in_site * 5));
  BOOST_TEST(judge(1, repeated.model, false)[notice] == alone[notice], "known of one page only");
}

BOOST_AUTO_TEST_CASE(what_other_pages_think_of_the_place_counts) {
  const OneSplit place("site_content_0", 0.7f, -3, 3);
  const std::vector<float> judged = judge(12, place.model, true);
  for (const std::size_t run : {heading, story})
    BOOST_TEST(judged[run] == probability(margin_of(alone[run]) + trust_in_site * 3));
  BOOST_TEST(judged[foot] == probability(margin_of(alone[foot]) - trust_in_site * 3));
  BOOST_TEST(judged[notice] == of_fixed_text, "twelve pages have it");
}

// Boxes with the stories before this one: other pages have content of their own there, but hardly take it for theirs.
BOOST_AUTO_TEST_CASE(what_several_pages_take_for_an_aside_is_not_raised) {
  const OneSplit raise("site_alone", 2, 3, 0);
  for (const int others : {2, 3, 12})
    for (const float of_box : {0.3f, 0.45f}) {
      std::vector<std::string> sources;
      for (int i = 0; i <= others; ++i) {
        std::string story = "<body><p>A story";
        for (int w = 0; w < 60; ++w) story += " own" + std::to_string(100 * i + w);
        story += "</p><div class=box><p>Earlier";
        for (int w = 0; w < 40; ++w) story += " other" + std::to_string(100 * i + w);
        sources.push_back(story);
      }
      const auto of = [&](const PageView& page, RunId r) {
        return page.page.text(page.runs[r].begin).starts_with("A story") ? 0.95f : of_box;
      };
      const test::MadeSite site(sources, of);
      BOOST_TEST_REQUIRE(site.page.runs.size() == 2u);
      const std::vector<float> alone = {0.95f, of_box};
      const std::vector<float> judged = judge_with_site(site.page, alone, *site.others, raise.model);
      const bool is_raised = others < 3 || of_box > 0.4f;
      BOOST_TEST(judged[0] > alone[0]);
      BOOST_TEST((judged[1] > alone[1]) == is_raised, others << " pages, " << of_box);
    }
}

// Runs beyond what a summary holds stay as the page alone has them.
BOOST_AUTO_TEST_CASE(runs_that_are_not_summarised_stay) {
  std::string source = "<body>";
  for (std::size_t i = 0; i < PageSummary::max_runs + 5; ++i) source += "<p>x";
  const Document page = test::html(source);
  const PageView view(page);
  const std::vector<float> half(view.runs.size(), 0.5f);
  const std::vector<PageSummary> pages(3, summarise(view, half));
  const SiteStatistics site = statistics_of(pages);
  const OneSplit lower("site_alone", 2, -5, 0);
  const std::vector<float> judged = judge_with_site(view, half, OtherPages(site, {}), lower.model);
  BOOST_TEST_REQUIRE(judged.size() == half.size());
  BOOST_TEST(judged[PageSummary::max_runs - 1] == probability(trust_in_site * -5));
  for (std::size_t r = PageSummary::max_runs; r < judged.size(); ++r) BOOST_TEST(judged[r] == 0.5f);
}

BOOST_AUTO_TEST_CASE(the_trained_tables_keep_what_is_the_pages_own) {
  for (const int count : {4, 12}) {
    const std::vector<float> judged = judge(count, builtin_model(), true);
    BOOST_TEST(judged[story] > 0.5f);
    BOOST_TEST(judged[notice] < alone[notice], "all pages have the notice");
  }
}

BOOST_AUTO_TEST_SUITE_END()
