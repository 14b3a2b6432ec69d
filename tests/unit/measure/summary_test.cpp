#include <boost/test/unit_test.hpp>
#include <map>
#include <string>
#include <vector>

#include "plugin/measure/measurement_report.h"
#include "plugin/measure/measurement_summary.h"

using namespace pith::measure;
namespace tt = boost::test_tools;

namespace {

Answer answer(std::size_t hits, double rank, double milliseconds) {
  Answer out;
  out.hits = hits;
  out.found = rank > 0;
  out.scores.rank = rank;
  out.scores.reciprocal_rank = rank > 0 ? 1 / rank : 0;
  out.milliseconds = milliseconds;
  return out;
}

QueryOutcome outcome(QueryKind kind, const std::string& text, const Answer& whole, const Answer& main) {
  return {{.kind = kind, .text = text, .relevant = {{"http://example.org/" + text}}}, whole, main};
}

Measurement example() {
  Measurement m;
  m.indexes.documents = 100;
  m.indexes.sites = 1;
  m.outcomes = {outcome(QueryKind::title, "same", answer(3, 1, 1), answer(3, 1, 1)),
                outcome(QueryKind::title, "gained", answer(9, 4, 2), answer(4, 1, 1)),
                outcome(QueryKind::menu, "lost", answer(100, 2, 3), answer(0, 0, 1)),
                outcome(QueryKind::title, "gained-most", answer(6, 0, 10), answer(5, 1, 1))};
  return m;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(summary)

BOOST_AUTO_TEST_CASE(means_by_kind) {
  const auto kinds = by_kind(example());
  BOOST_REQUIRE(kinds.size() == 2);
  const KindSummary& title = kinds[0];
  BOOST_CHECK(title.kind == QueryKind::title);
  BOOST_TEST(title.queries == 3);
  BOOST_TEST(title.figures[0].whole.mean == 2.0 / 3, tt::tolerance(1e-9));   // found
  BOOST_TEST(title.figures[1].whole.mean == 1.25 / 3, tt::tolerance(1e-9));  // MRR
  BOOST_TEST(title.figures[1].difference.mean == 1.75 / 3, tt::tolerance(1e-9));
  BOOST_TEST(title.figures[1].difference.low >= 0);
  BOOST_TEST(title.figures[1].difference.high <= 1);
  BOOST_TEST(title.figures[hits_per_query].main.mean == 4, tt::tolerance(1e-9));
  BOOST_TEST(title.whole_median_hits == 6);
}

// Hosts of one site fail together: clustering by host would make the interval too narrow.
BOOST_AUTO_TEST_CASE(intervals_are_clustered_by_site) {
  Measurement m;
  m.indexes.sites = 10;
  for (int host = 0; host < 40; ++host) {
    const std::string url = "http://h" + std::to_string(host) + ".example.org/";
    m.indexes.places[url] = {url, host < 20 ? "good.example" : "bad.example"};
    m.outcomes.push_back({{.kind = QueryKind::title, .text = "q", .relevant = {{url}}},
                          answer(1, 1, 1),
                          answer(1, host < 20 ? 1 : 0, 1)});
  }
  const auto by_site = by_kind(m);
  BOOST_TEST(by_site.at(0).figures[mrr].main.low == 0);
  BOOST_TEST(by_site.at(0).figures[mrr].main.high == 1);
  m.indexes.sites = 2;
  const auto by_page = by_kind(m);
  BOOST_TEST(by_page.at(0).figures[mrr].main.low > 0.2);
}

BOOST_AUTO_TEST_CASE(rows_that_say_nothing_are_left_out) {
  Measurement m = example();
  const auto rows = [&m](std::size_t table) {
    std::map<std::string, std::vector<std::string>> out;
    const auto tables = report_tables(m, {});
    for (const auto& row : tables.at(table).rows) out[row.front()] = row;
    return out;
  };
  for (QueryOutcome& o : m.outcomes)
    for (Answer* a : {&o.whole, &o.main}) a->reciprocal_rank_all_fields = a->scores.reciprocal_rank;
  BOOST_TEST(!rows(1).contains("MRR, all fields"));
  BOOST_TEST(!rows(2).contains("MRR, all fields"));
  const std::string of_three = rows(1).at("MRR").back(), of_one = rows(2).at("MRR").back();
  BOOST_TEST(of_three.find(" to ") != std::string::npos, of_three);
  BOOST_TEST(of_one == "–");
  BOOST_TEST(!rows(1).contains("judged@10"));
  m.outcomes[0].query.irrelevant = {"http://example.org/no-answer"};
  BOOST_TEST(rows(1).contains("judged@10"));
  m.outcomes[0].main.reciprocal_rank_all_fields = 0.5;
  BOOST_TEST(rows(1).contains("MRR, all fields"));
}

BOOST_AUTO_TEST_CASE(a_kind_without_queries_is_named) {
  Measurement m = example();
  const std::size_t lines = preface(m).size();
  m.empty_kinds = {QueryKind::heading, QueryKind::phrase};
  const auto named = preface(m);
  BOOST_REQUIRE(named.size() == lines + 2);
  BOOST_TEST(named[lines].starts_with("No query of the kind heading: no page has a heading of its own"), named[lines]);
  BOOST_TEST(named[lines + 1].starts_with("No query of the kind phrase: "), named[lines + 1]);
  BOOST_TEST(report_json(m, {}).find("\"phrase\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(quantiles_of_time) {
  BOOST_TEST(time_quantile(example(), &QueryOutcome::whole, 0.5) == 3);
  BOOST_TEST(time_quantile(example(), &QueryOutcome::whole, 0.95) == 10);
  BOOST_TEST(time_quantile({}, &QueryOutcome::whole, 0.5) == 0);
}

BOOST_AUTO_TEST_CASE(who_gained_and_who_lost) {
  const Measurement m = example();
  const auto all = changed(m);
  BOOST_REQUIRE(all.size() == 3);
  BOOST_TEST(all[0]->query.text == "gained-most");
  BOOST_TEST(all[1]->query.text == "gained");
  BOOST_TEST(all[2]->query.text == "lost");

  const auto tables = report_tables(m, {.shown = 1});
  BOOST_REQUIRE(tables.size() == 5);  // indexes, two kinds, gained, lost
  BOOST_TEST(tables[3].title == "Gained: 2 of 4 queries; the 1 with the largest change");
  BOOST_REQUIRE(tables[3].rows.size() == 1);
  BOOST_TEST(tables[3].rows[0][0] == "gained-most");
  BOOST_TEST(tables[3].rows[0][2] == "none → 1");
  BOOST_TEST(tables[4].rows[0][2] == "2 → none");
}

// Text from pages is only text in the report.
BOOST_AUTO_TEST_CASE(html_is_inert) {
  Measurement m = example();
  m.outcomes[1].query.text = "<script>alert(1)</script>";
  const std::string page = report_html(m, {});
  BOOST_TEST(page.find("<script") == std::string::npos);
  BOOST_TEST(page.find("&lt;script&gt;") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
