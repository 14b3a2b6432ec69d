// Floors that searches must reach on a small fixed site: tests/bench's made-up pages, which are the same everywhere.
// They fall short when ranking or extraction breaks. A floor is lowered only with a reason in README.md here.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>

#include "tests/e2e/project.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr double site_pages = 50;

struct Crawled {
  Project project;
  Crawled() {
    const Outcome pages = run({.arguments = {PITH_SCALE_PAGES, "--sites", "3", "--pages", "150"}});
    BOOST_REQUIRE(pages.code == 0);
    write_file(project / "pages.jsonl", pages.out);
    project.must({"ingest", "--capture-only", project / "pages.jsonl"});
  }
};

double mean(const json& report, const std::string& kind, const std::string& figure, const std::string& index = "main") {
  for (const json& entry : report.at("kinds"))
    if (entry.at("kind") == kind) return entry.at("figures").at(figure).at(index).at("mean");
  BOOST_FAIL("no query of kind " << kind);
  return 0;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(relevance_floor, Crawled)

BOOST_AUTO_TEST_CASE(floors) {
  Command command = project.command({"measure", "--json"});
  command.timeout = std::chrono::minutes(40);
  const Outcome outcome = run(command);
  BOOST_REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const json report = json::parse(outcome.out);
  // Measured when the floors were set: 0.905, 0.902, 1, 0.937 of phrases found, 1.9 of a site's 50 pages for words of
  // its menu.
  BOOST_TEST(mean(report, "title", "MRR") >= 0.87);
  BOOST_TEST(mean(report, "heading", "MRR") >= 0.86);
  BOOST_TEST(mean(report, "menu", "MRR") >= 0.95);
  for (const char* kind : {"title", "heading", "menu"}) BOOST_TEST(mean(report, kind, "found") >= 0.98, kind);
  BOOST_TEST(mean(report, "phrase", "found") >= 0.9);
  BOOST_TEST(mean(report, "menu", "hits per query") <= 0.1 * site_pages);
  // Otherwise the menu's words would prove nothing.
  BOOST_TEST(mean(report, "menu", "hits per query", "whole") >= 0.9 * site_pages);
}

BOOST_AUTO_TEST_CASE(interrupted) {
  const std::string scratch = project / "scratch";
  std::filesystem::create_directory(scratch);
  Command command = project.command({"measure"});
  command.environment["TMPDIR"] = scratch;
  Process measuring(command);
  BOOST_REQUIRE(wait_until([&] { return !std::filesystem::is_empty(scratch); }));
  measuring.signal(SIGINT);
  const Outcome outcome = measuring.finish();
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(outcome.err.find("interrupted: nothing was measured") != std::string::npos, outcome.err);
  BOOST_TEST(std::filesystem::is_empty(scratch));
}

BOOST_AUTO_TEST_SUITE_END()
