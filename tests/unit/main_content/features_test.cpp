#include "core/extract/main_content/detail/features/features.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/explain/run_reasons.h"
#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/detail/features/second_features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/rules/quality.h"
#include "core/extract/main_content/detail/site/site_features.h"
#include "tests/support/odd_pages.h"
#include "tests/support/synthetic_pages.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;

namespace {

struct Titled {
  std::string title;
  Document page;
};

std::vector<Titled> pages() {
  std::vector<Titled> out;
  for (const auto& [title, html] : test::odd_pages()) out.push_back({title, test::html(html)});
  const auto nested = [](std::string_view open, int times, std::string_view inside) {
    std::string html;
    for (int i = 0; i < times; ++i) html += open;
    return html + std::string(inside);
  };
  out.push_back({"one run", test::html("<p>one run of words</p>")});
  out.push_back({"nested lists", test::html(nested("<ul><li class=comment>", 400, "text 2024"))});
  out.push_back({"nested links", test::html(nested("<div><a href=/>a ", 300, "text"))});
  out.push_back({"title only", test::html("<title>Words of a title</title>")});
  out.push_back({"title and no words", test::html("<title>...</title><body><h1>!!!</h1>")});
  out.push_back({"zero-width words", test::html("<body><p>\u200b\u200b</p><p>&nbsp;</p><p>\u00ad</p>")});
  out.push_back({"huge number", test::html("<body><p>" + std::string(100'000, '9') + "</p>")});
  test::RandomPages random(31);
  for (int i = 0; i < 60; ++i) out.push_back({"random " + std::to_string(i), random.page(3 + random.pick(150))});
  return out;
}

void check_finite(std::span<const float> rows, std::size_t width,
                  const std::function<std::string_view(std::size_t)>& name) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!std::isfinite(rows[i])) BOOST_ERROR(name(i % width) << " of run " << i / width << " is " << rows[i]);
}

std::vector<float> some_probabilities(const PageView& view, int kind) {
  std::vector<float> p(view.runs.size());
  for (std::size_t r = 0; r < p.size(); ++r)
    p[r] = kind == 0 ? 0.0f : kind == 1 ? 1.0f : static_cast<float>(r * 7 % 11) / 10;
  return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(main_content_features)

BOOST_AUTO_TEST_CASE(every_name_is_unique) {
  std::set<std::string_view> names;
  const auto add_name = [&](std::string_view name) {
    BOOST_TEST(names.insert(name).second, name << " is taken");
    BOOST_TEST(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos, name);
  };
  const auto add = [&](const auto& list) {
    for (const auto& feature : list) {
      add_name(feature.name);
      BOOST_TEST((feature.value != nullptr), feature.name);
    }
  };
  add(features());
  for (const auto list : {second_features(), site_features()})
    for (const std::string_view name : list) add_name(name);
  add(quality_features());
}

BOOST_AUTO_TEST_CASE(all_features_are_the_lists_in_their_order) {
  std::vector<std::string_view> expected, found;
  for (const auto list : {text_features(), element_features(), container_features(), group_features(), page_features()})
    for (const Feature& f : list) expected.push_back(f.name);
  for (const Feature& f : features()) found.push_back(f.name);
  BOOST_TEST(found == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_value_is_finite_on_any_page) {
  const auto all = features();
  for (const auto& [title, page] : pages()) {
    BOOST_TEST_CONTEXT("page: " << title) {
      const PageView view(page);
      const std::vector<float> of_page = page_row(view), rows = feature_table(view, of_page).by_row();
      BOOST_TEST_REQUIRE(rows.size() == view.runs.size() * all.size());
      check_finite(rows, all.size(), [&](std::size_t f) { return all[f].name; });
      for (int kind = 0; kind < 3; ++kind) {
        const std::vector<float> p = some_probabilities(view, kind);
        const std::size_t width = all.size() + second_features().size();
        FeatureTable table = feature_table(view, of_page);
        SecondFeatures(view, p).add(table);
        const std::vector<float> more = table.by_row();
        BOOST_TEST_REQUIRE(more.size() == view.runs.size() * width);
        check_finite(more, width,
                     [&](std::size_t f) { return f < all.size() ? all[f].name : second_features()[f - all.size()]; });
        const std::vector<char> chosen(view.runs.size(), kind == 1);
        const std::vector<float> quality = quality_row(view_choice(view, p, chosen, 3), of_page);
        BOOST_TEST_REQUIRE(quality.size() == quality_features().size() + page_features().size());
        check_finite(quality, quality.size(), [](std::size_t) { return "quality"; });
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(every_value_is_finite_with_any_siblings) {
  const auto list = pages();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const PageView view(list[i].page);
    const std::vector<float> p = some_probabilities(view, 2);
    for (const std::vector<std::size_t>& siblings :
         {std::vector<std::size_t>{}, {i}, {(i + 1) % list.size()}, {0, (i * 7 + 3) % list.size(), i}}) {
      std::vector<PageSummary> summaries;
      for (const std::size_t s : siblings) {
        const PageView other(list[s].page);
        summaries.push_back(summarise(other, some_probabilities(other, 2)));
      }
      const PageSummary own = summarise(view, p);
      const PageSummary* const except = &own;
      for (const bool own_too : {false, true}) {
        if (own_too) summaries.push_back(own);
        const SiteStatistics site = statistics_of(summaries);
        const OtherPages others(site, std::span(&except, own_too ? 1 : 0));
        BOOST_TEST_CONTEXT("page: " << list[i].title) {
          const std::vector<float> rows = site_table(SiteView(own, others), view.all_runs()).by_row();
          BOOST_TEST_REQUIRE(rows.size() == view.runs.size() * site_features().size());
          check_finite(rows, site_features().size(), [](std::size_t f) { return site_features()[f]; });
          for (const float value : judge_with_site(view, p, others, builtin_model()))
            BOOST_TEST((value >= 0.0f && value <= 1.0f));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_table_has_the_value_of_each_feature_for_each_run) {
  test::RandomPages random(7);
  for (const int nodes : {0, 3, 40, 300, 900}) {  // runs around the 64 of a block
    const Document page = random.page(nodes);
    const PageView view(page);
    const FeatureTable table = feature_table(view, page_row(view));
    const std::vector<float> rows = table.by_row();
    BOOST_TEST_REQUIRE(table.rows() == view.runs.size());
    BOOST_TEST_REQUIRE(table.columns() == features().size());
    for (RunId r = 0; r < view.runs.size(); ++r)
      for (std::size_t f = 0; f < features().size(); ++f) {
        const float expected = features()[f].value(view, r);
        if (table.at(r, f) != expected || rows[r * features().size() + f] != expected)
          BOOST_ERROR(features()[f].name << " of run " << r << " is not " << expected);
      }
  }
}

BOOST_AUTO_TEST_CASE(context_keeps_the_row_of_the_first_forest) {
  const Document page = test::html("<body><h1>One</h1><p>two three</p><p>four five six</p>");
  const PageView view(page);
  const std::vector<float> p = {0.9f, 0.1f, 0.5f};
  const FeatureTable alone = feature_table(view, page_row(view));
  FeatureTable table = feature_table(view, page_row(view));
  SecondFeatures(view, p).add(table);
  const std::size_t width = features().size();
  BOOST_TEST_REQUIRE(table.columns() == width + second_features().size());
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t f = 0; f < width; ++f) BOOST_TEST(table.at(r, f) == alone.at(r, f));
    BOOST_TEST(table.at(r, width) == p[r], "the first of second_features() is the probability itself");
  }
}

BOOST_AUTO_TEST_CASE(page_features_are_the_same_for_all_runs) {
  // They are read once per page, from its first run.
  for (const auto& [title, page] : pages()) {
    const PageView view(page);
    for (const Feature& f : page_features())
      for (RunId r = 1; r < std::min<std::size_t>(view.runs.size(), 200); ++r)
        if (f.value(view, r) != f.value(view, 0))
          BOOST_ERROR(title << ": " << f.name << " of run " << r << " is another");
  }
}

BOOST_AUTO_TEST_CASE(any_page_is_judged) {
  for (const auto& [title, page] : pages()) {
    BOOST_TEST_CONTEXT("page: " << title) {
      const PageView view(page);
      const std::vector<float> of_page = page_row(view);
      const TypeProbabilities types = judge_type(view, of_page, builtin_model());
      for (const float t : types) BOOST_TEST((t >= 0.0f && t <= 1.0f));
      for (const Stages stages : {Stages{}, Stages{.second = false}}) {
        const std::vector<float> p = judge_page(view, of_page, builtin_model(), stages);
        BOOST_TEST_REQUIRE(p.size() == view.runs.size());
        for (const float value : p) BOOST_TEST_REQUIRE((value >= 0.0f && value <= 1.0f));
        const Choice choice = choose_runs(view, of_page, p, types, 0, builtin_model());
        BOOST_TEST_REQUIRE(choice.runs.size() == view.runs.size());
        BOOST_TEST((choice.confidence >= 0.0f && choice.confidence <= 1.0f));
        // A page with text has content: the likeliest run, or a copy of it, is always chosen.
        if (p.empty()) continue;
        const std::uint64_t likeliest_text =
            view.runs[static_cast<std::size_t>(std::ranges::max_element(p) - p.begin())].hash;
        bool is_taken = false;
        for (RunId r = 0; r < view.runs.size(); ++r) is_taken |= choice.runs[r] && view.runs[r].hash == likeliest_text;
        BOOST_TEST(is_taken);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_large_page_is_judged_alike_in_parts_and_as_a_whole) {
  const Document page = test::html(test::SyntheticPage(1).html(1'000'000)),
                 sibling = test::html(test::SyntheticPage(2).html(100'000));
  const PageView view(page), other(sibling);
  BOOST_TEST_REQUIRE(view.runs.size() > 4096u, "three parts at least");
  const std::vector<float> of_page = page_row(view);
  std::optional<FeatureTable> rows;
  const std::vector<float> parts = judge_page(view, of_page, builtin_model(), {}, &rows);
  FeatureTable table = feature_table(view, of_page, view.all_runs(), second_features().size());
  const std::vector<float> margins = margins_of(builtin_model().first, table);
  std::vector<float> whole;
  for (const float margin : margins) whole.push_back(probability(margin));
  SecondFeatures(view, whole).add(table);
  const std::vector<float> correction_of_context = margins_of(builtin_model().second, table);
  for (RunId r = 0; r < view.runs.size(); ++r) whole[r] = probability(margins[r] + correction_of_context[r]);
  BOOST_TEST(parts == whole, boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(rows->rows() >= max_weighed);
  BOOST_TEST_REQUIRE(rows->rows() < view.runs.size());
  for (RunId r = 0; r < rows->rows(); ++r)
    for (std::size_t c = 0; c < table.columns(); ++c) BOOST_TEST_REQUIRE(rows->at(r, c) == table.at(r, c));
  const PageSummary own = summarise(view, parts);
  const PageSummary summaries[] = {own, summarise(other, judge_page(other, page_row(other), builtin_model()))};
  const PageSummary* const except = &summaries[0];
  const SiteStatistics site = statistics_of(summaries);
  const OtherPages others(site, std::span(&except, 1));
  const std::vector<float> judged = judge_with_site(view, parts, others, builtin_model(), {.rules = false});
  const std::vector<float> correction =
      margins_of(builtin_model().site, site_table(SiteView(own, others), view.all_runs()));
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const float expected = probability(margin_of(parts[r]) + trust_in_site * correction[r]);
    if (view.runs[r].prose)  // the page's own: not lowered
      BOOST_TEST(judged[r] >= std::min(expected, parts[r]));
    else
      BOOST_TEST(judged[r] == expected);
  }
}

BOOST_AUTO_TEST_CASE(the_likeliest_type_is_chosen_if_it_is_likely) {
  const auto article = static_cast<std::size_t>(PageType::article),
             product = static_cast<std::size_t>(PageType::product);
  TypeProbabilities types{};
  BOOST_TEST((likeliest(types) == PageType::other));
  types[article] = 0.1f;
  BOOST_TEST((likeliest(types) == PageType::other));
  types[product] = 0.4f;
  BOOST_TEST((likeliest(types) == PageType::product));
  types[article] = 0.5f;
  BOOST_TEST((likeliest(types) == PageType::article));
}

BOOST_AUTO_TEST_SUITE_END()
