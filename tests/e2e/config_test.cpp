// The configuration as the command line sees it.
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

struct Fixture {
  Site site;
  Project project;
  TemporaryDirectory elsewhere;  // a working directory without a pith.yaml

  Fixture() {
    put_articles(site, 3);
    project.must({"crawl", site.url("/"), "--capture-only"});
  }
  Outcome away(std::vector<std::string> arguments, std::map<std::string, std::string> environment = {}) const {
    Command command = project.command(std::move(arguments));
    command.directory = elsewhere.path();
    command.environment.merge(environment);
    return run(command);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(configuration, Fixture)

BOOST_AUTO_TEST_CASE(config_works_before_and_after_the_subcommand) {
  const std::string file = project / "pith.yaml";
  const std::string expected = project.must({"stats"});
  for (const auto& arguments : {std::vector<std::string>{"--config", file, "stats"}, {"stats", "--config", file}}) {
    const Outcome outcome = away(arguments);
    BOOST_TEST(outcome.code == 0, outcome.err);
    BOOST_TEST(outcome.out == expected);
  }
  const Outcome environment = away({"stats"}, {{"PITH_CONFIG", file}});
  BOOST_TEST(environment.out == expected, environment.err);
  BOOST_TEST(away({"stats"}).code == 2);  // there is no cache
}

BOOST_AUTO_TEST_CASE(bad_configuration_names_its_place) {
  write_file(elsewhere / "bad.yaml", "siblings:\n  n: four\n  m: 3\n");
  for (const auto& arguments : {std::vector<std::string>{"--config", "bad.yaml", "stats"},
                                {"stats", "--config", "bad.yaml"},
                                {"index", "--config", "bad.yaml"},
                                {"crawl", site.url("/"), "--config", "bad.yaml"},
                                {"search", "x", "--config", "bad.yaml"}}) {
    const Outcome outcome = away(arguments);
    BOOST_TEST(outcome.code == 2, arguments[0]);
    BOOST_TEST(outcome.err.find("bad.yaml:2:6: siblings.n: expected") != std::string::npos, outcome.err);
    BOOST_TEST(outcome.err.find("bad.yaml:3:3: siblings.m: unknown key") != std::string::npos, outcome.err);
  }
  BOOST_TEST(away({"stats", "--config", "nowhere.yaml"}).code == 2);
}

BOOST_AUTO_TEST_CASE(set_overrides_the_file_and_is_checked) {
  BOOST_TEST(project.pith({"stats", "--set", "cache.path=other"}).code == 2);  // there is no such cache
  const Outcome unknown = project.pith({"stats", "--set", "cache.pth=x"});
  BOOST_TEST(unknown.code == 2);
  BOOST_TEST(unknown.err.find("cache.path") != std::string::npos, unknown.err);  // the nearest key
  BOOST_TEST(project.pith({"stats", "--set", "nonsense"}).code == 2);
  BOOST_TEST(project.pith({"--set", "siblings.n=99", "config", "check", "pith.yaml"}).code == 2);
}

BOOST_AUTO_TEST_CASE(checks_are_json_on_request) {
  const auto good = nlohmann::json::parse(project.must({"config", "check", "--json"}));
  BOOST_TEST(good.at("ok") == true);
  BOOST_TEST(good.at("problems").empty());
  write_file(project / "bad.yaml", "siblings: {n: four}\nsearch: {b: 2}\n");
  // So are files that it names.
  write_file(project / "rules.yaml", "search: {synonyms: [rules.txt]}\n");
  for (const std::string rules : {"", "no arrow\n"}) {
    if (!rules.empty()) write_file(project / "rules.txt", rules);
    const Outcome wrong = project.pith({"config", "check", "rules.yaml"});
    BOOST_TEST(wrong.code == 2);
    BOOST_TEST(wrong.err.find("rules.txt") != std::string::npos, wrong.err);
  }
  const Outcome bad = project.pith({"config", "check", "bad.yaml", "--json"});
  BOOST_TEST(bad.code == 2);
  BOOST_TEST(nlohmann::json::parse(bad.out).at("problems").size() == 2u);
  BOOST_TEST(project.json({"cache", "prune"}).at("evicted") == 0);
}

BOOST_AUTO_TEST_CASE(mistakes_are_named) {
  const auto told = [&](const std::vector<std::string>& arguments, const std::string& part) {
    const Outcome outcome = project.pith(arguments);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.err.find(part) != std::string::npos, outcome.err);
  };
  told({"serach", "x"}, "\"serach\": no such command of pith; did you mean \"search\"?");
  told({"cache", "lst"}, "\"lst\": no such command of pith cache; did you mean");
  told({"search", "proxy", "-ftp"}, "a query that begins with - goes after --");
  told({"search", "x", "--limit", "-1"}, "--limit: ");
}

BOOST_AUTO_TEST_CASE(unknown_sites_find_nothing) {
  BOOST_TEST(project.pith({"stats", "--site", "nobody.example"}).code == 1);
  BOOST_TEST(project.pith({"stats", "--site", "nobody.example", "--json"}).code == 1);
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_an_error) {
  for (const auto& arguments : {std::vector<std::string>{},
                                {"nosuchcommand"},
                                {"stats", "--nosuchoption"},
                                {"search"},
                                {"crawl", "ftp://127.0.0.1/"}}) {
    const Outcome outcome = project.pith(arguments);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(!outcome.err.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
