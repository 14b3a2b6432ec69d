// Sites with one captured page: `pith index` fetches the siblings that it needs, and no more.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <map>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

// Settings of `siblings:` that fetch from loopback without delay; `more` is added to them.
std::string fetching(const std::string& more = "") {
  return "\nsiblings: {fetch: true, fetch_private: true, fetch_delay: 0" + more + "}\n";
}

// Stores pages of the site in the cache, like another crawler.
void ingest(const Project& project, const Site& site, const Words& targets) {
  std::string lines;
  for (const std::string& target : targets)
    lines += json{{"url", site.url(target)}, {"headers", {{"Content-Type", "text/html"}}}, {"body", site.body(target)}}
                 .dump() +
             "\n";
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", "--capture-only", project / "pages.jsonl"});
}

// What `pith index` did with the links.
json index_siblings(const Project& project) { return project.json({"index"}).at("siblings"); }

Words asked(const Site& site) {
  Words targets;
  for (const Site::Answer& answer : site.answers()) targets.push_back(answer.target);
  std::sort(targets.begin(), targets.end());
  return targets;
}

void put_robots(Site& site, const std::string& text) { site.put("/robots.txt", {.body = text, .type = "text/plain"}); }

}  // namespace

#define CHECK_WORDS(actual, ...) BOOST_TEST((actual) == (Words{__VA_ARGS__}), boost::test_tools::per_element())

BOOST_AUTO_TEST_SUITE(siblings)

BOOST_AUTO_TEST_CASE(missing_siblings_are_fetched_and_indexed) {
  Site site;
  put_articles(site, 8);
  const Project project(fetching(", n: 4")), scratch;
  ingest(project, site, {"/"});
  BOOST_TEST(index_siblings(project).dump() == R"({"fetched":4,"not_fetched":{}})");
  BOOST_TEST(asked(site).size() == 5u);  // including robots.txt
  BOOST_TEST(project.index().size() == 5u);
  BOOST_TEST(project.stats().at("pending") == 0);

  // The same result as if a crawl had captured them.
  Words targets = {"/"};
  for (const Site::Answer& answer : site.answers())
    if (answer.target != "/robots.txt") targets.push_back(answer.target);
  ingest(scratch, site, targets);
  BOOST_TEST(index_siblings(scratch).dump() == R"({"fetched":0,"not_fetched":{}})");
  check_same_index(project.index(), scratch.index());

  site.forget();
  const json again = project.json({"index"});
  BOOST_TEST(again.at("examined") == 0);
  BOOST_TEST(again.at("siblings").at("fetched") == 0);
  ingest(project, site, targets);
  BOOST_TEST(index_siblings(project).at("fetched") == 0);
  BOOST_TEST(asked(site).empty());
}

BOOST_AUTO_TEST_CASE(fetched_pages_fetch_nothing) {
  Site site;
  for (const auto& [target, next] : std::map<std::string, std::string>{{"/", "a"}, {"/a", "b"}, {"/b", "c"}})
    site.put(target, {.body = "<p>Words of page " + target + " and more <a href=" + next + ">" + next + "</a>"});
  const Project project(fetching());
  ingest(project, site, {"/"});
  BOOST_TEST(index_siblings(project).at("fetched") == 1);
  CHECK_WORDS(asked(site), "/a", "/robots.txt");
  // Without its index everything must be extracted again.
  std::filesystem::remove_all(project / "pith-data/index");
  const json again = project.json({"index"});
  BOOST_TEST(again.at("extracted") == 2);
  BOOST_TEST(again.at("siblings").dump() == R"({"fetched":0,"not_fetched":{}})");
  CHECK_WORDS(asked(site), "/a", "/robots.txt");
  // If a crawl finds that the page has changed, the page belongs to the crawl.
  site.put("/a", {.body = "<p>Other words <a href=b>b</a>"});
  ingest(project, site, {"/a"});
  BOOST_TEST(index_siblings(project).at("fetched") == 1);
  CHECK_WORDS(asked(site), "/a", "/b", "/robots.txt", "/robots.txt");
}

BOOST_AUTO_TEST_CASE(robots_txt_is_obeyed_and_counted) {
  Site site;
  put_articles(site, 3, {"/missing.html"});
  put_robots(site, "User-agent: *\nDisallow: " + article_target(3) + "\n");
  const Project project(fetching());
  ingest(project, site, {"/"});
  const std::string line = project.must({"index"});
  BOOST_TEST(line.starts_with("fetched 2 siblings; 1 http_404, 1 robots_disallowed\n"), line);
  CHECK_WORDS(asked(site), article_target(1), article_target(2), "/missing.html", "/robots.txt");
}

BOOST_AUTO_TEST_CASE(budget_of_the_day_holds_over_runs) {
  Site site;
  put_articles(site, 12);
  const Project project(fetching(", n: 6, fetch_per_day: 2"));
  ingest(project, site, {"/"});
  const json first = index_siblings(project);
  BOOST_TEST(first.at("fetched") == 2);
  BOOST_TEST(first.at("not_fetched").contains("daily_budget"));
  BOOST_TEST(first.at("not_fetched").size() == 1u);
  site.forget();
  ingest(project, site, {article_target(11), article_target(12)});
  const json second = index_siblings(project);
  BOOST_TEST(second.at("fetched") == 0);
  BOOST_TEST(second.at("not_fetched").contains("daily_budget"));
  CHECK_WORDS(asked(site), "/robots.txt");
}

BOOST_AUTO_TEST_CASE(private_addresses_are_left_alone) {
  Site site;
  put_articles(site, 3);
  const Project project("\nsiblings: {fetch: true}\n");
  ingest(project, site, {"/"});
  BOOST_TEST(index_siblings(project).dump() == R"({"fetched":0,"not_fetched":{"private_address":3}})");
  BOOST_TEST(asked(site).empty());
  BOOST_TEST(project.index().size() == 1u);
}

BOOST_AUTO_TEST_CASE(interrupted_fetch_keeps_what_came_and_goes_on) {
  Site site;
  put_articles(site, 8);
  const Project project(fetching(", n: 3"));
  ingest(project, site, {"/"});
  const std::string yaml = read_file(project / "pith.yaml");
  write_file(project / "pith.yaml", std::string(yaml).replace(yaml.find("fetch_delay: 0"), 14, "fetch_delay: 2"));
  Process index(project.command({"index", "--json"}));
  BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= 2; }));
  index.signal(SIGINT);
  const Outcome outcome = index.finish();
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(json::parse(outcome.out).at("siblings").at("not_fetched").contains("interrupted"), outcome.out);
  BOOST_TEST(project.stats().at("pending") == 2);

  write_file(project / "pith.yaml", yaml);
  BOOST_TEST(index_siblings(project).at("fetched") == 2);
  BOOST_TEST(project.index().size() == 4u);
}

BOOST_AUTO_TEST_CASE(switched_on_for_one_host_only) {
  Site site;
  put_articles(site, 3);
  const auto with_host = [](const std::string& host) {
    return "\nsiblings: {fetch_private: true, fetch_delay: 0}\nsites: {" + host + ": {siblings: {fetch: true}}}\n";
  };
  const Project other(with_host("example.org")), this_one(with_host("127.0.0.1"));
  ingest(other, site, {"/"});
  BOOST_TEST(index_siblings(other).dump() == R"({"fetched":0,"not_fetched":{}})");
  BOOST_TEST(asked(site).empty());
  ingest(this_one, site, {"/"});
  BOOST_TEST(index_siblings(this_one).at("fetched") == 3);
}

BOOST_AUTO_TEST_CASE(settings_of_the_fetch_extract_nothing_again) {
  Site site;
  put_articles(site, 3);
  const Project project;
  ingest(project, site, {"/"});
  project.must({"index"});
  write_file(project / "pith.yaml", read_file(project / "pith.yaml") + fetching(", fetch_per_day: 7"));
  BOOST_TEST(project.json({"index"}).at("examined") == 0);
  BOOST_TEST(asked(site).empty());
}

BOOST_AUTO_TEST_CASE(user_agent_that_names_nobody_is_refused) {
  Site site;
  put_articles(site, 3);
  const Project project(fetching());
  ingest(project, site, {"/"});
  for (const std::string crawl : {"crawl: {user_agent: Mozilla}", ""}) {  // the default is an example
    write_file(project / "pith.yaml", crawl + fetching());
    const Outcome refused = project.pith({"index"});
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(refused.err.find("crawl.user_agent") != std::string::npos, refused.err);
    BOOST_TEST(asked(site).empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
