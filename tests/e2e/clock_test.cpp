// The wall clock jumps back by more than a year while the programs work.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>

#include "tests/e2e/httrack_run.h"
#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

Command back_in_time(Command command, int after_ms) {
  command.environment["LD_PRELOAD"] = PITH_FAULT_SHIM;
  command.environment["PITH_CLOCK_BACK"] = "40000000";
  command.environment["PITH_CLOCK_AFTER_MS"] = std::to_string(after_ms);
  return command;
}

struct Fixture {
  Site site;
  Project project;
  IndexContent expected;
  Fixture() {
    put_articles(site, 12);
    project.must({"crawl", site.url("/")});
    expected = project.index();
    BOOST_TEST(expected.size() == 13u);
  }
  void check() const {
    check_same_index(project.index(), expected);
    const auto counts = project.stats();
    BOOST_TEST(counts.at("pending") == 0);
    BOOST_TEST(counts.at("captured") == 13);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(clock_goes_back, Fixture)

BOOST_AUTO_TEST_CASE(the_shim_does_what_it_says) {
  const Outcome date = run(back_in_time({.arguments = {"date", "+%s"}}, 0));
  BOOST_TEST(std::stoll(date.out) < time(nullptr) - 39'000'000);
  const Outcome later = run(back_in_time({.arguments = {"date", "+%s"}}, 60'000));
  BOOST_TEST(std::stoll(later.out) > time(nullptr) - 1'000);
}

// In an empty project, then again after a crawl with the right time. HTTrack measures its timeouts by this clock: if it
// jumps between a request and the answer, HTTrack gives the page up, and Pith says so.
BOOST_AUTO_TEST_CASE(in_a_crawl) {
  for (const int after_ms : {0, 100, 300}) {
    BOOST_TEST_INFO_SCOPE("after " << after_ms << " ms");
    for (int round = 0; round < 2; ++round) {
      site.set_delay(std::chrono::milliseconds(10));
      const Outcome outcome = run(back_in_time(project.command({"crawl", site.url("/")}), after_ms));
      const bool gave_up = outcome.err.find("HTTrack did not fetch it") != std::string::npos;
      BOOST_TEST(outcome.code == (gave_up ? 1 : 0), outcome.err);
      site.set_delay(std::chrono::milliseconds(0));
      if (gave_up) project.must({"crawl", site.url("/")});
      check();
      if (round == 0) project.reset();
    }
    project.must({"crawl", site.url("/")});
    check();
    project.reset();
  }
}

// A page that is fetched again at an earlier time is still the newer one.
BOOST_AUTO_TEST_CASE(between_two_crawls) {
  site.put(article_target(3), article(90));
  const Outcome outcome = run(back_in_time(project.command({"crawl", site.url("/")}), 0));
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(project.search(article_word(90)).size() == 1u);
  BOOST_TEST(project.search(article_word(3)).empty());
}

BOOST_AUTO_TEST_CASE(in_ingest_and_index) {
  std::string lines;
  for (int i = 1; i <= 12; ++i) lines += page_line(site.url(article_target(i)), site.body(article_target(i)));
  lines += page_line(site.url("/"), site.body("/"));
  write_file(project / "pages.jsonl", lines);
  for (const int after_ms : {0, 20, 60}) {
    BOOST_TEST_INFO_SCOPE("after " << after_ms << " ms");
    project.reset();
    const Outcome read =
        run(back_in_time(project.command({"ingest", "--capture-only", project / "pages.jsonl"}), after_ms));
    BOOST_TEST(read.code == 0, read.err);
    const Outcome indexed = run(back_in_time(project.command({"index"}), after_ms));
    BOOST_TEST(indexed.code == 0, indexed.err);
    check();
    BOOST_TEST(project.must({"index"}).find("up to date") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(in_the_server) {
  const Serving serving(
      project, {},
      std::string("env LD_PRELOAD=") + PITH_FAULT_SHIM + " PITH_CLOCK_BACK=40000000 PITH_CLOCK_AFTER_MS=1500 ");
  const auto total = [&](int number) { return serving.search("q=" + article_word(number)).at("total").get<int>(); };
  BOOST_TEST(total(4) == 1);
  pause_for(std::chrono::milliseconds(2000));
  BOOST_TEST(total(4) == 1);
  site.put(article_target(3), article(91));
  project.must({"crawl", site.url("/")});
  BOOST_TEST(wait_until([&] { return total(91) == 1; }));
}

BOOST_AUTO_TEST_SUITE_END()
