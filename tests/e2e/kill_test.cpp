// kill -9 at random moments, then a rerun: the index is the same as without the kill.
//
// The moments come from a seed that each run draws and prints; PITH_E2E_SEED=… repeats them. PITH_KILL_ROUNDS=… is the
// number of kills for each program: 100 in `tests/run full`.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "tests/e2e/flips.h"
#include "tests/e2e/project.h"
#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using std::chrono::microseconds;

namespace {

int kill_rounds() {
  const char* given = std::getenv("PITH_KILL_ROUNDS");
  return given ? std::max(1, std::atoi(given)) : 12;
}

const int kills = kill_rounds();

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

// A site, and its index if nothing is killed.
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

  // Starts a crawl with these options in an empty project, calls `disturb` at a random moment, then crawls again.
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

  // Kills the indexer at random moments of its work on the captured pages, then lets it finish.
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
    const Outcome outcome = crawl.finish();  // indexes the captured pages, if there are any
    BOOST_TEST((outcome.code == 0 || outcome.code == 2), outcome.code << " " << outcome.err);
    BOOST_TEST(!outcome.timed_out);
  });
}

BOOST_AUTO_TEST_CASE(of_pith_and_its_crawler) {
  crawl_disturbed(std::max(1, kills / 2), [](Process& crawl) { crawl.kill_all(); });
}

// The orphaned crawler must not disturb the next one, not even if the next one overtakes it.
BOOST_AUTO_TEST_CASE(of_pith_but_not_its_crawler) {
  site.set_delay(std::chrono::milliseconds(30));
  struct Orphans {  // none outlives the test, however it ends
    std::vector<pid_t> pids;
    ~Orphans() {
      for (const pid_t pid : pids) kill_and_wait(pid);
    }
  } orphans;
  crawl_disturbed(std::max(1, kills / 2),
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

// One duplicate's representative disappears, another appears.
BOOST_AUTO_TEST_CASE(of_the_indexer_when_duplicates_come_and_go) {
  site.put("/new.html", {.body = site.body(article_target(5))});  // the menu leads to articles 1 and 2
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

// The plugin in an HTTrack that the user started: all pages that its status file counts are in the cache.
BOOST_AUTO_TEST_CASE(of_a_crawler_with_the_plugin) {
  Moments moments(crawl_time);
  for (int i = 0; i < kills; ++i) {
    const microseconds moment = moments.next();
    BOOST_TEST_INFO_SCOPE("kill " << i + 1 << " after " << moment.count() << " us");
    project.reset();
    const std::string mirror = project / "mirror";
    std::filesystem::remove_all(mirror);
    {
      Process crawl({.arguments = {"httrack", site.url("/"), "-O", mirror, "--wrapper",
                                   std::string(PITH_HTTRACK_PLUGIN) + "," + (project / "pith.yaml"), "-q", "-p0", "-C0",
                                   "-I0", "-A0", "-%N1", "-X0", "-c8", "-%c0", "--disable-security-limits"}});
      pause_for(moment);
      crawl.kill_all();
    }
    const auto status = nlohmann::json::parse(read_file(mirror + "/pith-status.json"), nullptr, false);
    const std::size_t told = status.is_object() ? status.at("captured").get<std::size_t>() : 0;
    const auto rows = std::filesystem::exists(project / "pith-data/cache/pages.sqlite")
                          ? project.cache()
                          : std::map<std::string, nlohmann::json>();
    BOOST_TEST(rows.size() >= told);
    for (const auto& [url, row] : rows)
      if (row.at("status") == 200) BOOST_TEST(row.at("size") == site.body(url.substr(site.url("").size())).size(), url);
    if (!rows.empty()) {
      project.must({"index"});
      const auto counts = project.stats();
      BOOST_TEST(counts.at("pending") == 0);
      BOOST_TEST(counts.at("captured") == rows.size());
    }
    project.must({"crawl", site.url("/")});
    check_same_index(project.index(), expected);
  }
}

// Half of the rounds end while the file is read, the others while its pages are indexed.
BOOST_AUTO_TEST_CASE(of_ingest) {
  std::string lines;
  const auto rows = project.cache();
  for (const auto& [url, row] : rows)
    if (row.at("status") == 200) lines += page_line(url, site.body(url.substr(site.url("").size())));
  for (int i = 0; i < 300; ++i) lines += page_line("http://b.example/" + std::to_string(i), "<p>short</p>", 404);
  write_file(project / "pages.jsonl", lines);
  project.reset();
  const microseconds ingest_time = time_of([&] { project.must({"ingest", project / "pages.jsonl"}); });
  expected = project.index();
  BOOST_TEST(expected.size() == 17u);
  const auto whole = project.stats();
  Moments moments(ingest_time);
  for (int i = 0; i < kills; ++i) {
    const microseconds moment = moments.next();
    BOOST_TEST_INFO_SCOPE("kill " << i + 1 << " after " << moment.count() << " us");
    project.reset();
    {
      Process ingest(project.command({"ingest", project / "pages.jsonl"}));
      pause_for(moment);
      ingest.kill_all();
    }
    project.must({"ingest", project / "pages.jsonl"});
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats() == whole);
  }
}

// Everything readable before is there after the next run, including the content of another killed process's log.
BOOST_AUTO_TEST_CASE(of_the_doctor) {
  const Project damaged;
  damaged.take_data(project);
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    auto cache = pith::crawl::CacheLedger::open({.directory = damaged / "pith-data/cache"});
    pith::crawl::CapturedPage page;
    page.url = "http://other.example/";
    page.status = 404;
    ::_exit(cache.ok() && !pith::crawl::CacheCapture(*cache).store(std::span(&page, 1)) ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  BOOST_REQUIRE(status == 0);
  damage_both(damaged);
  project.take_data(damaged);
  Moments moments(time_of([&] { project.must({"doctor", "--repair"}); }));
  const auto whole = project.stats();
  BOOST_TEST(whole.at("skipped_by_reason").at("http_404") == 2);
  for (int i = 0; i < kills; ++i) {
    const microseconds moment = moments.next();
    BOOST_TEST_INFO_SCOPE("kill " << i + 1 << " after " << moment.count() << " us");
    project.take_data(damaged);
    {
      Process doctor(project.command({"doctor", "--repair"}));
      pause_for(moment);
      doctor.kill_all();
    }
    project.must({"doctor", "--repair"});
    project.must({"index"});
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats() == whole);
  }
}

// Queries and an indexer run; nothing that the server did affects the results of the next one.
BOOST_AUTO_TEST_CASE(of_the_server) {
  const std::string word = article_word(3);
  Moments moments(index_time);
  const Project captured;
  captured.must({"crawl", site.url("/"), "--capture-only"});
  for (int i = 0; i < kills; ++i) {
    const microseconds moment = moments.next();
    BOOST_TEST_INFO_SCOPE("kill " << i + 1 << " after " << moment.count() << " us");
    project.take_data(captured);
    Serving serving(project);
    Process index(project.command({"index"}));
    const auto end = std::chrono::steady_clock::now() + moment;
    do serving.get("/api/v1/search?q=" + word);
    while (std::chrono::steady_clock::now() < end);
    serving.process().kill_all();
    const Outcome outcome = index.finish();
    BOOST_TEST(outcome.code == 0, outcome.err);
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats().at("pending") == 0);
    if (i % 4 == 0) {
      const Serving next(project);
      BOOST_TEST(next.search("q=" + word).at("total") >= 1);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
