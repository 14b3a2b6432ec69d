// kill -9 at random moments, then a rerun: the index is what it would be without.
//
// The moments come from a seed that each run draws and prints; PITH_E2E_SEED=… repeats a run's moments.
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <random>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using std::chrono::microseconds;

namespace {

constexpr int kills = 20;

class Moments {
 public:
  explicit Moments(microseconds longest) : longest_(longest) {
    const char* given = std::getenv("PITH_E2E_SEED");
    const unsigned seed = given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device()();
    random_.seed(seed);
    std::cout << "moments within " << longest.count() / 1000 << " ms, PITH_E2E_SEED=" << seed << std::endl;
  }
  microseconds next() { return microseconds(std::uniform_int_distribution<long>(0, longest_.count())(random_)); }

 private:
  microseconds longest_;
  std::mt19937 random_;
};

template <typename Work>
microseconds time_of(Work work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - begun);
}

// A site, and what its index is when nothing disturbs.
struct Fixture {
  Site site;
  Project project;
  IndexContent expected;
  microseconds crawl_time{}, index_time{};

  Fixture() {
    put_articles(site, 16, {"/moved.html", "/missing.html", "/copy.html"});
    site.put("/copy.html", {.body = site.body(article_target(1))});
    site.put("/moved.html", redirect(301, article_target(1)));
    site.set_delay(std::chrono::milliseconds(10));
    crawl_time = time_of([&] { project.must({"crawl", site.url("/"), "--capture-only"}); });
    index_time = time_of([&] { project.must({"index"}); });
    expected = project.index();
    BOOST_TEST(expected.size() == 17u);
  }

  // Starts a crawl with these options in an empty project, lets `disturb` do its harm at a random moment, then crawls
  // again.
  template <typename Disturb>
  void crawl_disturbed(int times, Disturb disturb, const std::vector<std::string>& options = {}) {
    Moments moments(crawl_time + index_time);
    for (int i = 0; i < times; ++i) {
      const microseconds moment = moments.next();
      BOOST_TEST_INFO_SCOPE("kill " << i + 1 << " after " << moment.count() << " us");
      project.reset();
      {
        std::vector<std::string> arguments = {"crawl", site.url("/")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        Process crawl(project.command(arguments));
        pause_for(moment);
        disturb(crawl);
      }
      project.must({"crawl", site.url("/")});
      check_same_index(project.index(), expected);
      BOOST_TEST(project.stats().at("pending") == 0);
      BOOST_TEST(project.stats().at("indexed") == expected.size());
    }
  }

  // Kills the indexer at random moments of its work on what is captured, then lets it work.
  void index_disturbed(const Project& captured) {
    Moments moments(index_time);
    project.take_data(captured);
    project.must({"index"});
    expected = project.index();
    for (int i = 0; i < kills; ++i) {
      const microseconds moment = moments.next();
      BOOST_TEST_INFO_SCOPE("kill " << i + 1 << " after " << moment.count() << " us");
      project.take_data(captured);
      {
        Process index(project.command({"index"}));
        pause_for(moment);
        index.kill_all();
      }
      project.must({"index"});
      check_same_index(project.index(), expected);
      BOOST_TEST(project.stats().at("pending") == 0);
      BOOST_TEST(project.must({"index"}).find("up to date") != std::string::npos);
    }
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(kill_9, Fixture)

BOOST_AUTO_TEST_CASE(of_the_crawler) {
  crawl_disturbed(kills, [](Process& crawl) {
    for (const pid_t httrack : crawl.descendants()) kill_and_wait(httrack);
    const Outcome outcome = crawl.finish();  // what was captured is indexed, or there was nothing
    BOOST_TEST((outcome.code == 0 || outcome.code == 2), outcome.code << " " << outcome.err);
    BOOST_TEST(!outcome.timed_out);
  });
}

BOOST_AUTO_TEST_CASE(of_pith_and_its_crawler) {
  crawl_disturbed(kills / 2, [](Process& crawl) { crawl.kill_all(); });
}

// The crawler that is left alone must not get in the way of the next one, not even where that overtakes it.
BOOST_AUTO_TEST_CASE(of_pith_but_not_its_crawler) {
  site.set_delay(std::chrono::milliseconds(30));
  struct Orphans {  // none outlives the test, however that ends
    std::vector<pid_t> pids;
    ~Orphans() {
      for (const pid_t pid : pids) kill_and_wait(pid);
    }
  } orphans;
  crawl_disturbed(kills / 2,
                  [&](Process& crawl) {
                    const auto below = crawl.descendants();
                    orphans.pids.insert(orphans.pids.end(), below.begin(), below.end());
                    crawl.signal(SIGKILL);
                    crawl.finish();
                  },
                  {"--set", "crawl.options=-c1"});
}

BOOST_AUTO_TEST_CASE(of_the_indexer) {
  const Project captured;
  captured.must({"crawl", site.url("/"), "--capture-only"});
  index_disturbed(captured);
}

// One duplicate's representative goes, another comes.
BOOST_AUTO_TEST_CASE(of_the_indexer_when_duplicates_come_and_go) {
  site.put("/new.html", {.body = site.body(article_target(2))});
  site.put("/", contents(16, {"/moved.html", "/missing.html", "/copy.html", "/new.html"}));
  site.remove("/copy.html");
  project.must({"crawl", site.url("/"), "--capture-only"});
  const Project captured;
  captured.take_data(project);
  index_disturbed(captured);
  BOOST_TEST(expected.contains(site.url(article_target(1))));
  BOOST_TEST(expected.contains(site.url("/new.html")));
  BOOST_TEST(expected.size() == 17u);
}

BOOST_AUTO_TEST_SUITE_END()
