#include "core/extract/main_content/detail/explain/run_reasons.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/explain/signals.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/detail/features/second_features.h"
#include "core/extract/main_content/detail/rules/headline.h"
#include "core/extract/main_content/detail/rules/parts.h"
#include "core/text/encoding.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;

namespace {

// A page judged alone, as the extractor does it.
struct JudgedPage {
  explicit JudgedPage(const Document& document) : page(document), of_page(page_row(page)) {
    p = judge_page(page, of_page, builtin_model(), {}, &rows);
    const TypeProbabilities types = judge_type(page, of_page, builtin_model());
    choice = choose_runs(page, of_page, p, types, 0, builtin_model());
    taken = choice.runs;
    parts = find_parts(page, likeliest(types), find_headline(page, choice.runs, site), site);
    pith::apply(keep, parts, taken);
  }
  std::vector<RunJudgement> judgements() const {
    return judgements_of({page, *rows, p, p, site, choice, taken, parts}, builtin_model());
  }

  SiteStatistics statistics;
  OtherPages site{statistics, {}};
  PageView page;
  std::vector<float> of_page, p;
  std::optional<FeatureTable> rows;
  Choice choice;
  std::vector<char> taken;
  std::vector<Parts> parts;
  Keep keep;
};

std::size_t column(std::string_view name) {
  for (std::size_t c = 0; c < second_features().size(); ++c)
    if (second_features()[c] == name) return features().size() + c;
  return 0;
}

// The definition in the header, from the forests alone.
double margin(std::vector<float> row) {
  const float first = margin_of_row(builtin_model().first, row),
              threshold = row[column("p")] - row[column("p_over_threshold")];
  row[column("p")] = probability(first);
  row[column("p_over_threshold")] = row[column("p")] - threshold;
  return first + margin_of_row(builtin_model().second, row);
}

const std::string story =
    "<title>Whales of the north</title><body><nav class=menu><ul><li><a href=1>Home page</a><li><a href=2>All the "
    "news</a><li><a href=3>Sport</a></ul></nav>"
    "<article><h1>Whales of the north</h1><p>The blue whale is the largest animal known to have ever existed, and it "
    "is not a fish at all.</p>"
    "<p>It feeds almost only on krill, of which it eats several tons a day in summer, and then it travels far to the "
    "south.</p></article>"
    "<footer class=legal><p>Copyright 2020, all rights reserved</p></footer>";

}  // namespace

BOOST_AUTO_TEST_SUITE(reasons_of_runs)

BOOST_AUTO_TEST_CASE(every_feature_of_a_run_is_in_one_signal) {
  std::map<std::size_t, int> found;
  for (const Signal& signal : signals()) {
    BOOST_TEST(!signal.columns.empty());
    for (const std::size_t c : signal.columns) ++found[c];
  }
  const std::size_t of_runs = features().size() - page_features().size();
  for (std::size_t c = 0; c < features().size(); ++c) BOOST_TEST(found[c] == (c < of_runs ? 1 : 0), features()[c].name);
  for (std::size_t c = 0; c < second_features().size(); ++c) {
    const std::string_view name = second_features()[c];
    BOOST_TEST(found[features().size() + c] == (name == "p" || name == "p_over_threshold" ? 0 : 1), name);
  }
}

BOOST_AUTO_TEST_CASE(every_signal_has_a_text_for_every_run) {
  test::RandomPages random(3);
  for (int i = 0; i < 100; ++i) {
    const Document document = random.page(60);
    const JudgedPage judged(document);
    for (RunId r = 0; r < judged.page.runs.size(); ++r)
      for (const Signal& signal : signals()) {
        const std::string phrase = signal.phrase(judged.page, r, judged.p, signal.columns.front());
        BOOST_TEST((!phrase.empty() && phrase.size() < 160 && is_valid_utf8(phrase)), phrase);
      }
  }
}

BOOST_AUTO_TEST_CASE(a_story_and_its_menu) {
  const Document document = test::html(story);
  const JudgedPage judged(document);
  const auto judgements = judged.judgements();
  BOOST_TEST_REQUIRE(judgements.size() == 7u);
  BOOST_TEST((!judged.taken[0] && judged.taken[4] && judged.taken[5] && !judged.taken[6]));
  for (std::size_t r = 0; r < judgements.size(); ++r) {
    const auto& reasons = judgements[r].reasons;
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      BOOST_TEST((reasons[i].weight == 0 || (reasons[i].weight > 0) == (judged.taken[r] != 0)),
                 reasons[i].text << " speaks for the verdict");
      if (i > 0) BOOST_TEST(std::abs(reasons[i].weight) <= std::abs(reasons[i - 1].weight), "strongest first");
    }
  }
  const auto says = [&](std::size_t run, const std::string& text) {
    return std::ranges::any_of(judgements[run].reasons,
                               [&](const Reason& reason) { return reason.text.find(text) != std::string::npos; });
  };
  BOOST_TEST((says(0, "nav") || says(0, "outside of <article>") || says(0, "link density 1.00")));
  BOOST_TEST(says(4, "article"));
}

BOOST_AUTO_TEST_CASE(weights_are_those_of_the_definition) {
  test::RandomPages random(5);
  int compared = 0;
  for (int i = 0; i < 40; ++i) {
    const Document document = i == 0 ? test::html(story) : random.page(50);
    const JudgedPage judged(document);
    const auto runs = static_cast<RunId>(judged.page.runs.size());
    const auto row = [&](RunId r) {
      std::vector<float> out;
      for (std::size_t c = 0; c < judged.rows->columns(); ++c) out.push_back(judged.rows->at(r, c));
      return out;
    };
    const auto judgements = judged.judgements();
    for (RunId r = 0; r < runs; ++r) {
      BOOST_TEST(std::abs(margin(row(r)) - margin_of(judged.p[r])) < 0.01, "the page's own margin");
      if (judgements[r].reasons.empty() || judgements[r].reasons.front().weight == 0) continue;
      std::vector<RunId> others, all;
      for (RunId o = 0; o < runs; ++o)
        if (judged.page.runs[o].text.words > 0 && (judged.taken[o] != 0) != (judged.taken[r] != 0)) all.push_back(o);
      const std::size_t count = std::min<std::size_t>(4, all.size());
      for (std::size_t k = 0; k < count; ++k) others.push_back(all[(2 * k + 1) * all.size() / (2 * count)]);
      double best = 0;
      for (const Signal& signal : signals()) {
        double weight = 0;
        for (const RunId o : others) {
          std::vector<float> own = row(r), other = row(o);
          const double before = margin(own) - margin(other);
          for (const std::size_t c : signal.columns) std::swap(own[c], other[c]);
          weight += (before - (margin(own) - margin(other))) / 2 / static_cast<double>(others.size());
        }
        best = judged.taken[r] ? std::max(best, weight) : std::min(best, weight);
      }
      BOOST_TEST(std::abs(best - judgements[r].reasons.front().weight) < 0.001);
      ++compared;
    }
  }
  BOOST_TEST(compared > 200);
}

BOOST_AUTO_TEST_CASE(texts_that_are_not_weighed_say_so) {
  const Document one =
      test::html("<body><p>The blue whale is the largest animal known to have ever existed, and it is no fish.</p>");
  const std::vector<RunJudgement> alone = JudgedPage(one).judgements();
  BOOST_TEST_REQUIRE(alone.size() == 1u);
  BOOST_TEST(alone[0].reasons.front().text == "no other text of the page got a different verdict");

  std::string rows;
  for (RunId i = 0; i < max_weighed + 5; ++i) rows += "<p><a href=/>x" + std::to_string(i) + "</a>";
  const Document wide = test::html(story + rows);
  const std::vector<RunJudgement> many = JudgedPage(wide).judgements();
  BOOST_TEST(many.back().reasons.front().text == "not weighed: it is not among the page's first 2000 texts");
  BOOST_TEST(many[3].reasons.front().weight != 0);
}

BOOST_AUTO_TEST_CASE(rules_are_named_before_weights) {
  std::string twice = story;
  const std::string paragraph =
      "<p>It feeds almost only on krill, of which it eats several tons a day in summer, and then it travels far to the "
      "south.</p>";
  twice.insert(twice.find(paragraph), paragraph);
  const Document document = test::html(twice);
  const JudgedPage judged(document);
  const auto judgements = judged.judgements();
  BOOST_TEST(judged.taken[5]);
  BOOST_TEST(!judged.taken[6]);
  BOOST_TEST(judgements[6].reasons.front().text == "the same text is kept from another place of the page");
}

// The site's part is the difference of the two margins, and says where it comes from.
BOOST_AUTO_TEST_CASE(what_the_site_changed_is_a_reason) {
  const Document document = test::html(story),
                 sibling = test::html(
                     "<title>News</title><body><nav class=menu><ul><li><a href=1>Home page</a></ul></nav><article>"
                     "<p>Owls hunt at night, and their feathers make no sound when they fly.</p></article>");
  JudgedPage judged(document);
  const PageView other(sibling);
  const std::vector<PageSummary> siblings(3, summarise(other, std::vector<float>(other.runs.size(), 0.5f)));
  const SiteStatistics statistics = statistics_of(siblings);
  const OtherPages others(statistics, {});
  const auto reason = [&](RunId run, float change) {
    std::vector<float> p = judged.p;
    p[run] = probability(margin_of(judged.p[run]) + change);
    std::vector<char> taken = judged.taken;
    taken[run] = change > 0;
    Choice choice = judged.choice;
    choice.runs = taken;
    choice.threshold = p[run] + (taken[run] ? -0.0001f : 0.0001f);
    const auto judgements =
        judgements_of({judged.page, *judged.rows, judged.p, p, others, choice, taken, judged.parts}, builtin_model());
    const Reason& first = judgements[run].reasons.front();
    BOOST_TEST(std::abs(first.weight - (margin_of(p[run]) - margin_of(judged.p[run]))) < 0.0001f);
    return first.text;
  };
  constexpr float much = 9;  // more than any signal weighs
  BOOST_TEST(reason(4, much) == "other pages of the site have content in this place");
  BOOST_TEST(reason(0, -much) == "is on other pages of the site");
  BOOST_TEST(reason(4, -much) == "other pages of the site have hardly any content in this place");
  BOOST_TEST(reason(6, -much) == "other pages of the site repeat what is around it");
}

BOOST_AUTO_TEST_CASE(parts_that_are_switched_off_are_named) {
  const Document document = test::html(story);
  JudgedPage judged(document);
  judged.taken = judged.choice.runs;
  pith::apply({.title = false}, judged.parts, judged.taken);
  BOOST_TEST_REQUIRE(judged.taken != judged.choice.runs);
  const auto judgements = judged.judgements();
  BOOST_TEST(judgements[3].reasons.front().text == "the headline: extract.keep_title is off");
}

BOOST_AUTO_TEST_SUITE_END()
