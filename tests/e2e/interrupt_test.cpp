// Ctrl-C: a clean end, everything captured kept.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

BOOST_AUTO_TEST_SUITE(interrupt)

BOOST_AUTO_TEST_CASE(interrupted_crawl_keeps_what_was_captured) {
  constexpr int articles = 60;
  Site site;
  put_articles(site, articles);
  const Project project("  options: [\"-c2\"]\n");
  site.set_delay(std::chrono::milliseconds(25));
  Process crawl(project.command({"crawl", site.url("/")}));
  BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= 25; }));
  const auto answered = site.answers();
  crawl.signal(SIGINT);
  const Outcome outcome = crawl.finish();
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(outcome.err.find("interrupted: what was captured is kept") != std::string::npos, outcome.err);

  // All except the last few answers, which HTTrack had not finished processing.
  const auto rows = project.cache();
  for (std::size_t i = 0; i + 8 < answered.size(); ++i)
    if (answered[i].status == 200)
      BOOST_TEST(bool(rows.contains(site.url(answered[i].target))), "lost: " << answered[i].target);
  BOOST_TEST(rows.size() < std::size_t(articles));
  for (const auto& [url, row] : rows)
    BOOST_TEST(row.at("size") == site.body(url.substr(site.url("").size())).size(), url);

  BOOST_TEST(project.stats().at("indexed") == 0);
  project.must({"index"});
  BOOST_TEST(project.stats().at("pending") == 0);
  BOOST_TEST(project.index().size() == rows.size());

  site.set_delay(std::chrono::milliseconds(0));
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.index().size() == std::size_t(articles + 1));

  // What it found of known pages counts, too.
  const std::string title = project.index().at(site.url(article_target(1))).at("title");
  site.put(article_target(1), article(articles + 1));
  site.remove(article_target(2));
  site.set_delay(std::chrono::milliseconds(25));
  const std::size_t before = site.answers().size();
  Process again(project.command({"crawl", site.url("/")}));
  BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= before + 25; }));
  again.signal(SIGINT);
  BOOST_TEST(again.finish().code == 130);
  project.must({"index"});
  const auto index = project.index();
  BOOST_TEST(index.size() == std::size_t(articles));
  BOOST_TEST(!index.contains(site.url(article_target(2))));
  BOOST_TEST(index.at(site.url(article_target(1))).at("title") != title);
}

// Without a bound on its time, the page would take minutes.
BOOST_AUTO_TEST_CASE(a_page_that_takes_long_ends_with_the_command) {
  const Project project("extract:\n  limits: {max_seconds: 0, max_nodes: 100000000}\n");
  std::string page;
  for (int i = 0; i < 990; ++i) page += "<h1><span>";
  for (int i = 0; i < 3'000'000; ++i) page += "<li>x";
  const auto line = [](const std::string& url, const std::string& body) {
    return nlohmann::json{{"url", url}, {"headers", {{"Content-Type", "text/html"}}}, {"body", body}}.dump() + "\n";
  };
  write_file(project / "pages.jsonl", line("http://a.example/", article(1).body) + line("http://b.example/", page));
  project.must({"ingest", project / "pages.jsonl", "--capture-only"});
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"index"}, {"reindex", "--dry-run"}, {"map", project / "pages.jsonl"}, {"extract", "http://b.example/"}}) {
    Process process(project.command(arguments));
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    const auto begun = std::chrono::steady_clock::now();
    process.signal(SIGTERM);
    const Outcome outcome = process.finish();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    BOOST_TEST(outcome.code != 0, arguments.front());
    BOOST_TEST(seconds.count() < 2.5, arguments.front() << ": " << seconds.count());
  }
  // What was interrupted says nothing about the page.
  BOOST_TEST(project.cache().at("http://b.example/").value("state", "") == "pending");
  project.must({"index", "--set", "extract.limits.max_seconds=0.1"});
  BOOST_TEST(project.cache().at("http://b.example/").value("reason", "") == "too_slow");
  BOOST_TEST(project.index().size() == 1u);
}

// As in `pith records … | less`, if nobody scrolls.
BOOST_AUTO_TEST_CASE(output_that_nobody_reads_ends_with_the_command) {
  const Project project;
  std::string lines;
  for (int i = 0; i < 400; ++i)
    lines += nlohmann::json{{"url", "http://h.example/" + std::to_string(i)},
                            {"headers", {{"Content-Type", "text/html"}}},
                            {"body", article(i).body}}
                 .dump() +
             "\n";
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", "-q", project / "pages.jsonl"});
  write_file(project / "documents.jsonl", project.must({"map", project / "pages.jsonl"}));
  project.must({"map", "--learn", project / "models", project / "pages.jsonl"});
  write_file(project / "mapped.jsonl", project.must({"map", "--models", project / "models", project / "pages.jsonl"}));
  const std::string pipe = project / "pipe";
  BOOST_REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  BOOST_REQUIRE(reader >= 0);
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"records", project / "pages.jsonl"},
                                             {"shuffle", project / "pages.jsonl"},
                                             {"map", project / "pages.jsonl"},
                                             {"fold", project / "mapped.jsonl"},
                                             {"export"},
                                             {"export", "--documents", project / "documents.jsonl"}}) {
    Command command = project.command(arguments);
    command.arguments.insert(command.arguments.begin(), {"sh", "-c", "exec \"$@\" >" + pipe, "sh"});
    Process process(command);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    BOOST_TEST(process.running(), arguments.front() << " has written everything");
    const auto begun = std::chrono::steady_clock::now();
    process.signal(SIGTERM);
    BOOST_TEST(process.finish().code == 130, arguments.front());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    BOOST_TEST(seconds.count() < 2.5, arguments.front() << ": " << seconds.count());
  }
  close(reader);
}

BOOST_AUTO_TEST_SUITE_END()
