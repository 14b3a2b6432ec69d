// Several processes on one cache and one index.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstddef>
#include <set>
#include <string>

#include "indexer_adapter/lucene/index_files.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

constexpr const char* locked = "another process is writing";

struct Fixture {
  Site site;
  Project project;
  IndexContent expected;
  Fixture() {
    put_articles(site, 30);
    Project undisturbed;
    undisturbed.must({"crawl", site.url("/")});
    expected = undisturbed.index();
    site.forget();
    BOOST_TEST(expected.size() == 31u);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(together, Fixture)

BOOST_AUTO_TEST_CASE(indexing_while_a_crawl_runs) {
  site.set_delay(std::chrono::milliseconds(40));
  Process crawl(project.command({"crawl", site.url("/"), "--capture-only", "--set", "crawl.connections=2"}));
  BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= 3; }));
  int runs = 0;
  std::set<std::size_t> sizes;
  while (crawl.running()) {
    project.must({"index"});
    sizes.insert(project.index().size());
    ++runs;
  }
  const Outcome outcome = crawl.finish();
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(runs >= 2);
  BOOST_TEST_MESSAGE(runs << " runs, " << sizes.size() << " sizes of the index seen");
  project.must({"index"});
  check_same_index(project.index(), expected);
  BOOST_TEST(project.stats().at("pending") == 0);
}

BOOST_AUTO_TEST_CASE(second_indexer_reports_the_first) {
  project.must({"crawl", site.url("/"), "--capture-only"});
  {
    const auto lock = pith::index::WriteLock::take(project / "pith-data/index");
    BOOST_REQUIRE(lock.ok());
    const Outcome second = project.pith({"index"});
    BOOST_TEST(second.code == 2);
    BOOST_TEST(second.err.find(locked) != std::string::npos, second.err);
  }
  project.must({"index"});
  check_same_index(project.index(), expected);
}

BOOST_AUTO_TEST_CASE(two_indexers_at_once) {
  project.must({"crawl", site.url("/"), "--capture-only"});
  Process one(project.command({"index"})), other(project.command({"index"}));
  int done = 0;
  for (const Outcome& outcome : {one.finish(), other.finish()}) {
    if (outcome.code == 0)
      ++done;
    else
      BOOST_TEST((outcome.code == 2 && outcome.err.find(locked) != std::string::npos),
                 outcome.code << " " << outcome.err);
  }
  BOOST_TEST(done >= 1);
  project.must({"index"});
  check_same_index(project.index(), expected);
}

// Two crawls of one site from different start URLs: both find every article.
BOOST_AUTO_TEST_CASE(two_crawlers_and_an_indexer) {
  site.set_delay(std::chrono::milliseconds(30));
  const auto start = [&](const std::string& target) {
    return project.command({"crawl", site.url(target), "--capture-only", "--set", "crawl.connections=2"});
  };
  Process one(start("/")), other(start(article_target(1)));
  int runs = 0;
  BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= 6; }));
  while (one.running() || other.running()) {
    project.must({"index"});
    ++runs;
  }
  for (const Outcome& outcome : {one.finish(), other.finish()}) BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(runs >= 2);
  project.must({"index"});
  check_same_index(project.index(), expected);
  const auto counts = project.stats();
  BOOST_TEST(counts.at("pending") == 0);
  BOOST_TEST(counts.at("indexed") == expected.size());
}

BOOST_AUTO_TEST_CASE(second_crawl_from_the_same_start_is_refused) {
  site.set_delay(std::chrono::milliseconds(30));
  Process one(project.command({"crawl", site.url("/")}));
  BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= 3; }));
  site.set_delay(std::chrono::seconds(3));  // longer than the second one waits for the lock
  const Outcome second = project.pith({"crawl", site.url("/")});
  site.set_delay({});
  BOOST_TEST(second.code == 2);
  BOOST_TEST(second.err.find("another `pith crawl` of the same start URLs is running") != std::string::npos,
             second.err);
  const Outcome first = one.finish();
  BOOST_TEST(first.code == 0, first.err);
  check_same_index(project.index(), expected);
  project.must({"crawl", site.url("/")});
  check_same_index(project.index(), expected);
}

BOOST_AUTO_TEST_CASE(searching_while_the_index_is_written) {
  project.must({"crawl", site.url("/")});
  site.put(article_target(2), article(70));
  project.must({"crawl", site.url("/"), "--capture-only"});
  Process index(project.command({"index"}));
  do BOOST_TEST(project.search(article_word(5)).size() == 1u);
  while (index.running());
  BOOST_TEST(index.finish().code == 0);
  BOOST_TEST(project.search(article_word(70)).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
