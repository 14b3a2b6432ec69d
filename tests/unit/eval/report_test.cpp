#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dom/parse.h"
#include "plugin/lab/difference.h"
#include "plugin/lab/evaluation_report.h"
#include "plugin/lab/experiments.h"
#include "plugin/lab/reliability.h"
#include "plugin/measure/svg_plot.h"
#include "tests/support/labelled_pages.h"

using namespace pith;
using namespace pith::eval;

namespace {

struct Evaluated {
  test::TemporaryDirectory directory;
  Evaluation evaluation;

  Evaluated() {
    const auto set = std::filesystem::path(directory.path()) / "<set>";
    test::write_labelled_pages(set);
    std::vector<System> systems;
    for (const unsigned n : {1u, 2u}) {
      systems.push_back(std::move(*parse_system("conex", SiblingMode::nearest, n)));
      systems.back().label += ", n=" + std::to_string(n);
    }
    Options options;
    options.metrics.fill(true);
    evaluation = std::move(*evaluate({set.string()}, std::move(systems), options));
  }
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(reports)

BOOST_AUTO_TEST_CASE(a_table_in_three_forms) {
  const Table table{.title = "T & Co",
                    .header = {"name", "F1"},
                    .rows = {{"a|b", "0.5"}, {"née", "0.75"}},
                    .note = "a note",
                    .best_in = 1};
  BOOST_TEST(to_text(table) == "T & Co\n  name    F1\n  a|b    0.5\n  née   0.75\n  a note\n\n");
  BOOST_TEST(to_markdown(table) ==
             "### T & Co\n\n| name | F1 |\n|---|--:|\n| a\\|b | 0.5 |\n| née | 0.75 |\n\na note\n\n");
  const std::string html = to_html(table);
  BOOST_TEST(contains(html, "<caption>T &amp; Co</caption>"));
  BOOST_TEST(contains(html, "<tr class=\"best\"><th scope=\"row\">née"));
  BOOST_TEST(!contains(html, "<tr class=\"best\"><th scope=\"row\">a|b"));
}

BOOST_AUTO_TEST_CASE(lost_and_wrongly_kept_stretches) {
  const auto lost = stretches_missing("Menu one two. The storm came over the hills that night, and stayed.",
                                      "The storm came over the hills.", 5, 3);
  BOOST_TEST(lost == (std::vector<std::string>{"that night and … (4 words)", "menu one two"}),
             boost::test_tools::per_element());
  BOOST_TEST(stretches_missing("same text here", "same text here", 5, 3).empty());
  BOOST_TEST(stretches_missing("", "other", 5, 3).empty());
}

BOOST_FIXTURE_TEST_CASE(json_holds_everything, Evaluated) {
  const auto json = nlohmann::json::parse(report_json(evaluation, {}));
  BOOST_TEST(json["systems"].size() == 2u);
  BOOST_TEST(json["systems"][1]["extractor"] == "conex/1");
  const auto& set = json["sets"][0];
  BOOST_TEST(set["pages"] == 5);
  BOOST_TEST(set["sites"].size() == 2u);
  BOOST_TEST(set["page_list"].size() == 5u);
  BOOST_TEST(set["node_gold"]["pages"] == 1);
  for (const char* metric : {"words", "nodes", "lcsequence", "lcstring", "word-lcs", "shingles"}) {
    const auto& f1 = set["systems"][0]["metrics"][metric]["f1"];
    BOOST_TEST(f1["low"].get<double>() <= f1["mean"].get<double>(), metric);
    BOOST_TEST(f1["mean"].get<double>() <= f1["high"].get<double>(), metric);
  }
  BOOST_TEST(set["systems"][0]["time"]["extract_ms_per_page"].get<double>() > 0);
  BOOST_TEST(set["systems"][0]["time"]["extract_per_parse_median"].get<double>() > 0);
  BOOST_TEST(set["page_list"][0]["parse_ms"].get<double>() > 0);
  BOOST_TEST(set["site_count"] == 2);
  BOOST_TEST(set["systems"][0]["metrics"]["words"]["by_page"] == false);
  BOOST_TEST(set["systems"][0]["metrics"]["nodes"]["by_page"] == true);  // node gold of one page
  BOOST_TEST(set["sites"][0]["systems"][0]["metrics"]["words"]["by_page"] == true);
  BOOST_TEST(contains(json["legend"], "clustered by site"));
}

BOOST_FIXTURE_TEST_CASE(the_page_is_well_formed_and_needs_nothing_else, Evaluated) {
  ReportOptions options;
  options.worst = 2;
  const std::string html = report_html(evaluation, options);
  BOOST_TEST(parse_html(html).ok());
  BOOST_TEST(contains(html, "&lt;set&gt;"));
  BOOST_TEST(contains(html, "clustered by site"));
  BOOST_TEST(contains(html, "after/parse"));
  BOOST_TEST(!contains(html, "<set>"));
  for (const char* outside : {"http:", "https:", "<script", "<link", "@import", "src="})
    BOOST_TEST(!contains(html, outside), outside);
  for (const char* part :
       {"<polyline", "<circle", "class=\"bar\"", "Worst pages", "Run time against page size", "By site"})
    BOOST_TEST(contains(html, part), part);
  // Every opened SVG element is closed.
  const auto count = [&](std::string_view part) {
    std::size_t n = 0;
    for (std::size_t at = html.find(part); at != std::string::npos; at = html.find(part, at + 1)) ++n;
    return n;
  };
  BOOST_TEST(count("<svg") == count("</svg>"));
  BOOST_TEST(count("<text") == count("</text>"));
  BOOST_TEST(count("<table") == count("</table>"));
}

BOOST_FIXTURE_TEST_CASE(tables_by_site_and_page, Evaluated) {
  ReportOptions options;
  options.breakdown = Breakdown::site;
  const auto by_site = report_tables(evaluation, options);
  BOOST_TEST(by_site.size() == 2u);
  BOOST_TEST(by_site[1].rows.size() == 2u);
  BOOST_TEST(by_site[1].rows[0][0] == "a.example");
  BOOST_TEST(by_site[1].rows[0][1] == "4");
  BOOST_TEST(contains(by_site[1].note, "by page"));
  options.breakdown = Breakdown::type;
  BOOST_TEST(report_tables(evaluation, options).size() == 1u);  // the set has no page types
  options.breakdown = Breakdown::page;
  const auto tables = report_tables(evaluation, options);
  BOOST_TEST(tables.size() == 2u);
  BOOST_TEST(tables[1].rows.size() == 5u);
}

BOOST_FIXTURE_TEST_CASE(an_interval_of_one_site_is_marked_and_counts_are_in_english, Evaluated) {
  const Table both = group_table(evaluation, by_set(evaluation, nullptr)[0]);
  BOOST_TEST(both.title == "<set> (5 pages of 2 sites)");
  BOOST_TEST(!contains(both.rows[0][4], "†"));
  BOOST_TEST(contains(both.rows[0][5], "†"));  // nodes: one page
  for (const auto& row : both.rows) BOOST_TEST(row.size() == both.header.size());
  const auto sites =
      by_page_name(evaluation, evaluation.sets[0], nullptr, [](const LabelledPage& p) { return p.site; });
  const Table one = group_table(evaluation, sites[1]);
  BOOST_TEST(one.title == "b.example (1 page of 1 site)");
  BOOST_TEST(contains(one.rows[0][4], "†"));
  Experiment experiment;
  experiment.shape = Experiment::Shape::system_rows;
  experiment.rows = {{"ours", "conex", SiblingMode::nearest, 1, {}}};
  BOOST_TEST(experiment_tables(experiment, evaluation)[0].note == "Node columns: 1 page of 1 set has node gold.");
}

BOOST_FIXTURE_TEST_CASE(peers_stand_beside_on_the_same_pages, Evaluated) {
  const auto file = std::filesystem::path(directory.path()) / "peers.tsv";
  test::put_file(
      file, "set\tid\tpeer\twords_P\twords_R\twords_F1\n<set>\ta1\tother\t0.5\t1\t0.6667\nelse\ta2\tother\t1\t1\t1\n");
  const auto peers = Peers::read({file.string()});
  BOOST_REQUIRE(peers.ok());
  const auto groups = by_set(evaluation, &*peers);
  BOOST_TEST(groups[0].systems.back().label == "other");
  BOOST_TEST(groups[0].systems.back().metric(Metric::words)->pages == 1u);
  BOOST_TEST(groups[0].systems.back().metric(Metric::words)->f1.mean == 0.6667, boost::test_tools::tolerance(1e-9));
  test::put_file(file, "set\tid\tpeer\twords_P\twords_R\twords_F1\n<set>\ta1\tother\tx\n");
  BOOST_TEST(contains(Peers::read({file.string()}).error().message, "peers.tsv:2: "));
}

BOOST_FIXTURE_TEST_CASE(peers_of_several_files_with_the_title_where_that_is_better, Evaluated) {
  const auto one = (std::filesystem::path(directory.path()) / "peers.tsv").string(),
             two = (std::filesystem::path(directory.path()) / "peers-more.tsv").string();
  test::put_file(one,
                 "set\tid\tpeer\twords_P\twords_R\twords_F1\n"
                 "<set>\ta1\tgood\t1\t0.5\t0.6\n<set>\ta1\tgood+title\t1\t1\t0.9\n"
                 "<set>\ta2\tgood\t1\t0.5\t0.8\n<set>\ta2\tgood+title\t1\t1\t0.7\n"
                 "<set>\ta1\tbad\t1\t1\t0.5\n<set>\ta1\tbad+title\t1\t1\t0.4\n"
                 "<set>\ta1\tlater\t1\t1\t0.1\n");
  test::put_file(two, "<set>\ta1\tlater\t1\t1\t0.2\n");
  const auto peers = Peers::read({one, two});
  BOOST_REQUIRE(peers.ok());
  const Group group = by_set(evaluation, &*peers)[0];
  BOOST_REQUIRE(group.systems.size() == 5u);
  const auto check = [&](std::size_t number, std::string_view name, double f1) {
    BOOST_TEST(group.systems[number].name() == name);
    BOOST_TEST(group.systems[number].metric(Metric::words)->f1.mean == f1, boost::test_tools::tolerance(1e-9));
  };
  check(2, "bad", 0.5);
  check(3, "good, title put before", 0.8);
  check(4, "later", 0.2);
  const Table table = group_table(evaluation, group);
  BOOST_TEST(table.rows[3][0] == "good, title put before *");
}

BOOST_FIXTURE_TEST_CASE(every_report_says_in_which_way_a_set_was_measured, Evaluated) {
  for (auto& way : evaluation.sets[0].ways) way = {.title = false};
  for (auto& page : evaluation.sets[0].pages)
    for (auto& outcome : page.systems) outcome.way = {.title = false};
  const auto json = nlohmann::json::parse(report_json(evaluation, {}));
  BOOST_TEST(json["sets"][0]["systems"][0]["way"] == "title out");
  BOOST_TEST(json["sets"][0]["page_list"][0]["systems"][0]["way"] == "title out");
  BOOST_TEST(contains(report_html(evaluation, {}), "conex, n=1, title out"));
  for (const Breakdown breakdown : {Breakdown::site, Breakdown::page}) {
    const Table table = breakdown_table(evaluation, evaluation.sets[0], breakdown);
    BOOST_TEST(contains(to_text(table), "conex, n=1, title out P"));
    for (const auto& row : table.rows) BOOST_TEST(row.size() == table.header.size());
  }
  ReportOptions options;
  options.worst = 1;
  BOOST_TEST(contains(worst_tables(evaluation, options)[0].title, "title out"));
}

BOOST_FIXTURE_TEST_CASE(a_site_that_fails_with_confidence_is_named, Evaluated) {
  SetOutcome& set = evaluation.sets[0];
  const std::string failing = set.set.pages[set.pages[0].page].site;
  std::size_t pages = 0;
  for (PageOutcome& page : set.pages) {
    if (!page.skipped.empty()) continue;
    const bool fails = set.set.pages[page.page].site == failing;
    pages += fails;
    page.systems[0].confidence = .9;
    page.systems[0].scores[static_cast<std::size_t>(Metric::words)] =
        Score{.precision = 1, .recall = 1, .f1 = fails ? .5 : .96};
  }
  std::vector<Table> tables = reliability_tables(evaluation);
  std::erase_if(tables, [](const Table& table) { return !table.title.ends_with(": worst sites"); });
  BOOST_REQUIRE(tables.size() == 1u);
  BOOST_REQUIRE(tables[0].rows.size() == 2u);
  BOOST_TEST(tables[0].rows[0] == (std::vector<std::string>{"<set>", failing, std::to_string(pages), "0.500", "0.900"}),
             boost::test_tools::per_element());
  BOOST_TEST(tables[0].note ==
             "1 of 2 sites has a mean F1 under 0.70, 1 of these with a mean confidence over 0.70. Averaged over sites, "
             "mean confidence and mean F1 differ by 0.230 (calibration error by site).");
}

BOOST_AUTO_TEST_CASE(every_experiment_names_extractors_that_exist) {
  for (const Experiment& experiment : experiments()) {
    const auto systems = systems_of(experiment);
    BOOST_TEST(systems.ok(), experiment.name << ": " << (systems.ok() ? "" : systems.error().message));
    for (const auto& row : experiment.rows)
      BOOST_TEST((row.paper.empty() || row.paper.size() == 7u), experiment.name << " " << row.label);
    for (const auto& row : experiment.paper.rows)
      BOOST_TEST(row.size() == experiment.paper.header.size(), experiment.name);
  }
}

BOOST_AUTO_TEST_CASE(plots_of_nothing_are_empty) {
  BOOST_TEST(line_chart("t", "x", "y", {}).empty());
  BOOST_TEST(log_chart("t", "x", "y", {{"s", {{0, 1}, {1, 0}}}}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
