// Ctrl-C: a clean end, everything captured kept.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <string>

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
}

BOOST_AUTO_TEST_SUITE_END()
