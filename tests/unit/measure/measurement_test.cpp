// Queries two handmade indexes.
#include "plugin/measure/measurement.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/unit/index/pages.h"

using namespace pith;
using namespace pith::measure;
namespace tt = boost::test_tools;

namespace {

using index::NamedPage;

// The same pages in both indexes, with queries for them.
class Indexes {
 public:
  explicit Indexes(const std::vector<NamedPage>& pages) : pages_(pages) {
    for (const std::string name : {"main", "whole"}) index::index_of(directory_.path() + "/" + name, pages);
  }

  Result<Measurement> ask(std::vector<TestQuery> queries, const index::SearcherOptions& options = {}) const {
    TwoIndexes indexes;
    indexes.main.path = directory_.path() + "/main";
    indexes.whole.path = directory_.path() + "/whole";
    for (const NamedPage& page : pages_) indexes.places[page.record.url] = {page.record.url, page.record.site};
    return measure::measure(std::move(indexes), std::move(queries), options, {});
  }

 private:
  const std::vector<NamedPage> pages_;
  const index::IndexDirectory directory_;
};

std::string url_of(std::string_view name) { return index::record_of(name).url; }

}  // namespace

BOOST_AUTO_TEST_SUITE(measurement)

// A menu word that all pages have: it is chance which hundred of them are looked at first.
BOOST_AUTO_TEST_CASE(ties_go_on_behind_the_first_look) {
  std::vector<NamedPage> pages;
  for (int i = 0; i < 130; ++i) pages.push_back({index::record_of(std::to_string(i)), index::page_of("Newsroom")});
  const auto found = Indexes(pages).ask({{.text = "newsroom", .relevant = {{url_of("50")}}}});
  BOOST_REQUIRE(found.ok());
  const Answer& answer = found->outcomes.at(0).main;
  BOOST_TEST(answer.hits == 130);
  BOOST_TEST(answer.scores.rank == 65.5, tt::tolerance(1e-9));
  BOOST_TEST(answer.scores.precision_10 == 1.0 / 130, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(the_field_that_made_the_query_never_counts) {
  const Indexes indexes({{index::record_of("a"), index::page_of("Some text.", "en", "Walrus news")}});
  const TestQuery query{.kind = QueryKind::title, .text = "walrus news", .relevant = {{url_of("a")}}};
  const auto found = indexes.ask({query});
  BOOST_REQUIRE(found.ok());
  BOOST_TEST(found->outcomes.at(0).main.found == false);
  BOOST_TEST(found->outcomes.at(0).main.reciprocal_rank_all_fields == 1);

  const auto title_only = indexes.ask({query}, {.boosts = {{"title", 1}}});
  BOOST_REQUIRE(!title_only.ok());
  BOOST_TEST(title_only.error().message ==
             "queries of kind title: index.boosts: no field of the index has a boost over 0");
}

BOOST_AUTO_TEST_CASE(unknown_pages_are_told_once) {
  const Indexes indexes({{index::record_of("a"), index::page_of("A walrus sleeps.")}});
  const auto found = indexes.ask({{.text = "walrus", .relevant = {{url_of("a")}, {url_of("gone")}}},
                                  {.text = "sleeps", .relevant = {{url_of("gone")}, {url_of("a")}}},
                                  {.text = "nothing", .relevant = {{url_of("gone")}}}});
  BOOST_REQUIRE(found.ok());
  BOOST_TEST((found->unknown_pages == std::vector<std::string>{url_of("gone")}));
  BOOST_TEST(found->queries_left_out == 1);
  BOOST_TEST(found->outcomes.size() == 2);
}

BOOST_AUTO_TEST_CASE(pages_judged_no_answer_are_judged) {
  const Indexes indexes({{index::record_of("a"), index::page_of("A walrus sleeps.")},
                         {index::record_of("b"), index::page_of("A walrus walrus wakes.")},
                         {index::record_of("c"), index::page_of("A walrus eats a very large mussel, and sleeps.")}});
  const auto found = indexes.ask({{.text = "walrus", .relevant = {{url_of("a")}}, .irrelevant = {url_of("b"), "gone"}},
                                  {.text = "wakes", .irrelevant = {url_of("b")}}});
  BOOST_REQUIRE(found.ok());
  BOOST_TEST(found->unknown_pages.empty());
  BOOST_TEST(found->queries_left_out == 1);
  const Answer& answer = found->outcomes.at(0).main;
  BOOST_TEST(answer.scores.judged_10 == 2.0 / 3, tt::tolerance(1e-9));
  BOOST_TEST(answer.scores.rank == 2);
  BOOST_TEST(answer.scores.success_1 == 0);
}

BOOST_AUTO_TEST_SUITE_END()
