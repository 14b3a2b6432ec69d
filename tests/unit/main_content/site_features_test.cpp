// A page among the others of its site, against plain loops over its nodes.
#include "core/extract/main_content/detail/site/site_features.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/trees.h"
#include "tests/unit/main_content/random_site.h"

using namespace pith;

namespace {

// One page of a random site, seen among the others.
struct Seen {
  Seen(const test::RandomSite& site, std::size_t number)
      : page(*site[number]),
        own(&page.summary),
        statistics(test::summaries_of(site)),
        others(statistics, std::span(&own, 1)),
        view(page.summary, others) {}

  const test::SitePage& page;
  const PageSummary* own;
  SiteStatistics statistics;
  OtherPages others;
  SiteView view;
};

template <typename Check>
void each_page(unsigned seeds, const Check& check) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const test::RandomSite site = test::random_site(seed, 2 + static_cast<int>(seed) % 9);
    for (std::size_t page = 0; page < site.size(); ++page) BOOST_TEST_CONTEXT("site " << seed << ", page " << page) {
        check(Seen(site, page));
      }
  }
}

// The elements from one outwards.
std::vector<NodeId> outwards(const Document& page, NodeId element) {
  std::vector<NodeId> out;
  for (NodeId n = element; n != no_node; n = page[n].parent) out.push_back(n);
  return out;
}

std::size_t column(std::string_view name) {
  const auto names = site_features();
  const auto at = std::ranges::find(names, name);
  BOOST_REQUIRE(at != names.end());
  return static_cast<std::size_t>(at - names.begin());
}

bool near(double a, double b) { return std::abs(a - b) < 1e-5; }

}  // namespace

BOOST_AUTO_TEST_SUITE(site_view)

BOOST_AUTO_TEST_CASE(places_are_those_of_the_page) {
  each_page(20, [](const Seen& seen) {
    const test::NaivePage naive(seen.page,
                                [&](const ViewRun& run, auto, auto) { return seen.others.is_repeated(run.site_hash); });
    const SiteView& view = seen.view;
    BOOST_TEST_REQUIRE(view.places.size() == naive.places.size());
    for (const SiteView::PlaceView& place : view.places) {
      const test::NaivePlace& expected = naive.places.at(place.here->path);
      BOOST_TEST(static_cast<double>(place.here->words) == expected.words);
      BOOST_TEST(static_cast<double>(place.here->repeated) == expected.repeated);
      BOOST_TEST((place.there == seen.others.place(place.here->path)));
      BOOST_TEST(place.same == (seen.others.place_text(place.here->path, place.here->text).pages > 0));
      BOOST_TEST(near(static_cast<double>(place.share), naive.share(expected)));
      BOOST_TEST(near(static_cast<double>(place.expected_f1), naive.expected_f1(expected)));
      const double others = std::min(8.0, static_cast<double>(place.there.pages));
      const double merit =
          (static_cast<double>(place.there.expected_f1) * others + naive.expected_f1(expected)) / (others + 1);
      BOOST_TEST(near(static_cast<double>(place.merit), merit));
    }
  });
}

BOOST_AUTO_TEST_CASE(the_places_around_a_run_are_its_elements) {
  each_page(20, [](const Seen& seen) {
    for (RunId r = 0; r < seen.page.view.runs.size(); ++r) {
      const std::vector<NodeId> elements = outwards(seen.page.document, seen.page.view.runs[r].top);
      for (std::size_t level = 0; level < SiteView::levels; ++level) {
        const SiteView::PlaceView* place = seen.view.around(r, level);
        BOOST_TEST_REQUIRE((place != nullptr) == (level < elements.size()));
        if (place) BOOST_TEST(place->here->path == seen.page.view.elements[elements[level]].path);
      }
      BOOST_TEST(seen.view.texts[r].pages == seen.others.text(seen.page.view.runs[r].site_hash).pages);
    }
  });
}

BOOST_AUTO_TEST_CASE(the_best_place_has_the_highest_merit) {
  each_page(20, [](const Seen& seen) {
    const SiteView& view = seen.view;
    if (seen.page.view.runs.empty()) {
      BOOST_TEST(view.best == SiteView::no_place);
      return;
    }
    for (const SiteView::PlaceView& place : view.places) BOOST_TEST(place.merit <= view.places[view.best].merit);
    const std::uint64_t path = view.places[view.best].here->path;
    for (RunId r = 0; r < seen.page.view.runs.size(); ++r) {
      const auto is_best = [&](NodeId n) { return seen.page.view.elements[n].path == path; };
      const NodeId begin = seen.page.view.runs[r].begin;  // a run is in the elements that it begins in
      const bool inside = std::ranges::any_of(outwards(seen.page.document, seen.page.document[begin].parent), is_best);
      BOOST_TEST((view.in_best[r] != 0) == inside);
    }
  });
}

BOOST_AUTO_TEST_CASE(a_row_has_the_places_around_the_run) {
  each_page(10, [](const Seen& seen) {
    FeatureTable table = site_table(seen.view, seen.page.view.all_runs());
    const auto at = [&](RunId r, const std::string& name) { return table.at(r, column("site_" + name)); };
    for (RunId r = 0; r < table.rows(); ++r) {
      BOOST_TEST(at(r, "alone") == seen.page.p[r]);
      BOOST_TEST(at(r, "text_pages") == seen.view.texts[r].pages / seen.others.pages());
      BOOST_TEST(at(r, "in_best") == (seen.view.in_best[r] ? 1.0f : 0.0f));
      float highest = -1;
      for (std::size_t level = 0; level < SiteView::levels; ++level) {
        const SiteView::PlaceView* place = seen.view.around(r, level);
        const std::string suffix = "_" + std::to_string(level);
        if (!place) {
          for (const char* name : {"pages", "words", "same_here", "f1_here"})
            BOOST_TEST(at(r, name + suffix) == -2.0f, "there is no such place");
          continue;
        }
        highest = std::max(highest, place->merit);
        const bool known = place->there.pages > 0;
        BOOST_TEST(at(r, "pages" + suffix) == place->there.pages / seen.others.pages());
        BOOST_TEST(at(r, "words" + suffix) == (known ? std::log1p(place->there.words) : -1.0f));
        BOOST_TEST(at(r, "repeated" + suffix) == (known ? place->there.repeated : -1.0f));
        BOOST_TEST(at(r, "same_here" + suffix) == (place->same ? 1.0f : 0.0f));
        BOOST_TEST(at(r, "words_here" + suffix) == std::log1p(place->here->words));
        BOOST_TEST(at(r, "f1_here" + suffix) == place->expected_f1);
      }
      BOOST_TEST(at(r, "best_around") == highest);
    }
  });
}

BOOST_AUTO_TEST_CASE(a_table_of_a_part_has_the_rows_of_the_whole) {
  each_page(10, [](const Seen& seen) {
    const auto runs = static_cast<RunId>(seen.page.view.runs.size());
    const FeatureTable whole = site_table(seen.view, {0, runs});
    for (const RunRange part : {RunRange{0, runs / 2}, {runs / 2, runs}, {runs / 3, runs / 2}}) {
      const FeatureTable table = site_table(seen.view, part);
      BOOST_TEST_REQUIRE(table.rows() == part.end - part.begin);
      for (RunId r = part.begin; r < part.end; ++r)
        for (std::size_t c = 0; c < table.columns(); ++c)
          BOOST_TEST_REQUIRE(table.at(r - part.begin, c) == whole.at(r, c));
    }
  });
}

// The second forest sees the same of a page without others.
BOOST_AUTO_TEST_CASE(places_of_a_page_alone_are_those_among_no_others) {
  const SiteStatistics none;
  const OtherPages nobody(none, {});
  for (const auto& page : test::random_site(6, 12)) {
    const SiteView view(page->summary, nobody);
    const auto runs = static_cast<RunId>(page->view.runs.size());
    const FeatureTable all = site_table(view, {0, runs});
    for (const RunId first : {0u, runs / 2}) {
      FeatureTable alone(runs - first, 2);
      add_places(view, alone, first);
      BOOST_TEST_REQUIRE(alone.columns() == 2 + place_features_alone().size());
      for (std::size_t c = 0; c < place_features_alone().size(); ++c) {
        const std::string_view name = place_features_alone()[c];
        BOOST_TEST_REQUIRE(name.starts_with("around_"));
        const std::size_t same = column("site_" + std::string(name.substr(std::string_view("around_").size())));
        for (RunId r = first; r < runs; ++r) BOOST_TEST(alone.at(r - first, 2 + c) == all.at(r, same));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(runs_that_are_not_stored_have_zeros) {
  std::string source = "<body>";
  for (std::size_t i = 0; i < PageSummary::max_runs + 5; ++i) source += "<p>x";
  const Document document = test::html(source);
  const PageView page(document);
  const PageSummary summary = summarise(page, std::vector<float>(page.runs.size(), 0.5f));
  const PageSummary pages[] = {summary, summary};
  const SiteStatistics site = statistics_of(pages);
  const OtherPages others(site, {});
  const FeatureTable table = site_table(SiteView(summary, others), page.all_runs());
  BOOST_TEST_REQUIRE(table.rows() == page.runs.size());
  const std::size_t alone = column("site_alone");
  BOOST_TEST(table.at(PageSummary::max_runs - 1, alone) == 0.5f);
  for (std::size_t r = PageSummary::max_runs; r < table.rows(); ++r)
    for (std::size_t c = 0; c < table.columns(); ++c) BOOST_TEST_REQUIRE(table.at(r, c) == 0.0f);
}

// The menu of a manual has the headings of all its pages.
BOOST_AUTO_TEST_CASE(menus_of_other_pages_do_not_repeat_a_heading) {
  const auto summary = [](const Document& document) {
    const PageView page(document);
    return summarise(page, std::vector<float>(page.runs.size(), 0.5f));
  };
  const Document manual = test::html("<ul><li><a href=/>Synopsis</a></ul><h2>Other</h2>"),
                 own = test::html("<ul><li><a href=/>Synopsis</a></ul><h2>Synopsis</h2><h2>Other</h2>");
  const std::vector<PageSummary> pages(8, summary(manual));
  const SiteStatistics site = statistics_of(pages);
  const OtherPages others(site, {});
  const PageView page(own);
  const PageSummary of_page = summary(own);
  const SiteView view(of_page, others);
  BOOST_TEST_REQUIRE(view.texts.size() == 3u);
  BOOST_TEST(view.texts[0].pages == 8.0f);
  BOOST_TEST(view.texts[1].pages == 0.0f);
  BOOST_TEST(view.texts[2].pages == 8.0f);
  BOOST_TEST(page.runs[0].hash == page.runs[1].hash);
}

BOOST_AUTO_TEST_SUITE_END()
