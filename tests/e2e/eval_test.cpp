// `pith-lab eval` as a user runs it.
#include <sys/types.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/e2e/process.h"
#include "tests/support/labelled_pages.h"

using namespace pith::test;
namespace fs = std::filesystem;

namespace {

struct Labelled {
  TemporaryDirectory directory;
  Labelled() { write_labelled_pages(fs::path(directory.path()) / "set"); }

  Outcome eval(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {PITH_LAB, "eval"});
    return run({.arguments = std::move(arguments), .directory = directory.path()});
  }
  std::string read(const std::string& name) const {
    std::ifstream in(directory / name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_FIXTURE_TEST_SUITE(eval_command, Labelled)

BOOST_AUTO_TEST_CASE(prints_a_table_of_a_set_or_of_all_sets_in_a_folder) {
  for (const char* directory : {"set", "set/", "."}) {
    const Outcome outcome = eval({directory, "-e", "conex,conex:threshold=1", "--worst", "1"});
    BOOST_TEST(outcome.code == 0, outcome.err);
    BOOST_TEST(contains(outcome.out, "set (5 pages of 2 sites)"), outcome.out);
    BOOST_TEST(contains(outcome.out, "conex:threshold=1"));
    BOOST_TEST(contains(outcome.out, "clustered by site"));
    BOOST_TEST(contains(outcome.out, "after/parse"));
    BOOST_TEST(contains(outcome.out, "worst pages of conex"));
  }
}

BOOST_AUTO_TEST_CASE(all_extractors_are_measured_by_default) {
  const auto json = nlohmann::json::parse(eval({"set", "--json"}).out);
  const auto algorithms = run({.arguments = {PITH_PROGRAM, "algorithms", "--json"}});
  BOOST_TEST(json["systems"].size() == nlohmann::json::parse(algorithms.out).size());
  BOOST_TEST(json["systems"].size() >= 23u);
}

BOOST_AUTO_TEST_CASE(worst_pages_are_in_the_json_too) {
  const auto json = nlohmann::json::parse(eval({"set", "-e", "conex", "--worst", "2", "--json"}).out);
  BOOST_TEST(json["worst"][0]["rows"].size() == 2u);
}

BOOST_AUTO_TEST_CASE(extractors_named_twice_are_measured_once) {
  const auto json = nlohmann::json::parse(eval({"set", "-e", "conex,conex", "--n", "2,2", "--json"}).out);
  BOOST_TEST(json["systems"].size() == 1u);
}

BOOST_AUTO_TEST_CASE(several_n_are_compared_for_site_level_extractors_only) {
  const auto json = nlohmann::json::parse(eval({"set", "--json", "-e", "conex,cnr", "--n", "0,1,2"}).out);
  std::vector<std::string> labels;
  for (const auto& system : json["systems"]) labels.push_back(system["system"]);
  BOOST_TEST(labels == (std::vector<std::string>{"conex, n=0", "conex, n=1", "conex, n=2", "cnr"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_page_is_compared_with_its_whole_site) {
  write_labelled_pages(fs::path(directory.path()) / "large", 30);
  const auto json = nlohmann::json::parse(
      eval({"large", "-e", "pith,pith:site=false,conex", "--siblings", "site", "--n", "2,4", "--json"}).out);
  std::vector<std::string> labels;
  for (const auto& system : json["systems"]) labels.push_back(system["system"]);
  BOOST_TEST(labels == (std::vector<std::string>{"pith", "pith:site=false", "conex, n=2", "conex, n=4"}),
             boost::test_tools::per_element());
  BOOST_TEST(json["systems"][0]["siblings"] == "site");
  const auto& page = json["sets"][0]["page_list"][0]["systems"];
  BOOST_TEST(page[0]["siblings"].get<int>() >= 8);
  BOOST_TEST(page[1]["siblings"] == 0);
  BOOST_TEST(page[2]["siblings"] == 2);
  BOOST_TEST(page[3]["siblings"] == 4);
  const Outcome worst = eval({"large", "-e", "pith", "--siblings", "site", "--worst", "2"});
  BOOST_TEST(worst.code == 0, worst.err);
  BOOST_TEST(contains(worst.out, "worst pages of pith"));
}

BOOST_AUTO_TEST_CASE(peers_are_found_beside_the_sets) {
  put_file(directory / "peers.tsv", "set\ta1\tfirst\t1\t1\t1\n");
  put_file(directory / "peers-sites.tsv", "set\ta1\tsecond\t0.5\t1\t0.6667\n");
  const Outcome outcome = eval({"set", "-e", "conex", "--metrics", "words"});
  BOOST_TEST(contains(outcome.out, "first *"), outcome.out);
  BOOST_TEST(contains(outcome.out, "second *"), outcome.out);
  BOOST_TEST(!contains(eval({"set", "-e", "conex", "--peers", "peers.tsv"}).out, "second *"));
}

BOOST_AUTO_TEST_CASE(writes_markdown_and_a_page) {
  BOOST_TEST(contains(eval({"set", "-e", "conex", "--markdown"}).out, "| extractor | words P |"));
  BOOST_TEST(eval({"set", "-e", "conex", "--html", "-o", "report.html"}).code == 0);
  BOOST_TEST(contains(read("report.html"), "<svg"));
  const Outcome unwritable = eval({"set", "-e", "conex", "--html", "-o", "nowhere/report.html"});
  BOOST_TEST(unwritable.code == 2);
  BOOST_TEST(contains(unwritable.err, "nowhere/report.html"));
  BOOST_TEST(eval({"set", "-e", "conex", "--split", "none", "-o", "empty.txt"}).code == 1);
  BOOST_TEST(!fs::exists(fs::path(directory.path()) / "empty.txt"));
}

BOOST_AUTO_TEST_CASE(every_experiment_runs) {
  write_labelled_pages(fs::path(directory.path()) / "large", 12,
                       5);  // experiments need pages with up to eight siblings
  BOOST_TEST(nlohmann::json::parse(eval({"--experiments", "--json"}).out).at(0).contains("title"));
  const Outcome list = eval({"--experiments"});
  BOOST_TEST(list.code == 0);
  std::istringstream lines(list.out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::string name = line.substr(0, line.find(' '));
    const Outcome outcome = eval({"large", "--experiment", name});
    BOOST_TEST(outcome.code == 0, name << ": " << outcome.err);
    BOOST_TEST(contains(outcome.out, "Ours"), name);
    const auto json = nlohmann::json::parse(eval({"large", "--experiment", name, "--json"}).out);
    BOOST_TEST(!json["experiment"][0]["rows"].empty(), name);
    BOOST_TEST(contains(eval({"large", "--experiment", name, "--html"}).out, "<caption>Ours"), name);
  }
  BOOST_TEST(count == 10);
}

BOOST_AUTO_TEST_CASE(says_what_is_wrong_and_what_to_do) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{}, "name a folder of labelled pages"},
      {{"nowhere"}, "nowhere: no set of labelled pages"},
      {{"set", "-e", "cnx"}, "did you mean cnr?"},
      {{"set", "-e", "conex:treshold=1"}, "did you mean threshold?"},
      {{"set", "-e", "conex:threshold=x"}, "expected a whole number from 0 to 64"},
      {{"set", "--metrics", "word"}, "there is no metric word"},
      {{"set", "--fold", "3/2"}, "expected K/N"},
      {{"set", "--experiment", "no"}, "--experiments lists them"},
      {{"set", "--html", "--markdown"}, "exclude each other"},
      {{"set", "--siblings", "some"}, "--siblings"},
      {{"set", "--limit", "-1"}, "--limit"},
      {{"set", "--fold", "1/2x"}, "expected K/N"},
      {{"set", "./set"}, "the same set twice"},
      {{"set", "--experiment", "cnr-table-1", "--n", "2"}, "excludes"},
      {{"set", "--peers", "."}, "cannot be read"},
      {{"set", "--peers", "nowhere.tsv"}, "nowhere.tsv"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = eval(arguments);
    BOOST_TEST(outcome.code == 2, message);
    BOOST_TEST(contains(outcome.err, message), outcome.err);
    BOOST_TEST(outcome.out.empty());
  }
}

BOOST_AUTO_TEST_CASE(without_pages_the_exit_code_is_1) {
  const Outcome split = eval({"set", "--split", "none"});
  BOOST_TEST(split.code == 1);
  BOOST_TEST(contains(split.err, "no page was measured"));
  BOOST_TEST(split.out.empty());
  for (int i = 1; i <= 4; ++i)
    fs::remove(fs::path(directory.path()) / "set/html" / ("a" + std::to_string(i) + ".html"));
  fs::remove(fs::path(directory.path()) / "set/html/b1.html");
  const Outcome lost = eval({"set"});
  BOOST_TEST(lost.code == 1);
  BOOST_TEST(contains(lost.err, "set b1: no such file"), lost.err);
}

BOOST_AUTO_TEST_CASE(an_interrupt_ends_it_with_130) {
  // A page that takes long, so that the signal arrives before the end.
  std::string page = "<body>", gold;
  for (int i = 0; i < 60'000; ++i) page += "<p>word" + std::to_string(i * 7919 % 60'000) + " and more</p>";
  for (int i = 0; i < 60'000; ++i) gold += "word" + std::to_string(i) + " and more\n";
  std::string manifest;
  for (int i = 0; i < 8; ++i) {
    const std::string id = "long" + std::to_string(i);
    put_file(fs::path(directory.path()) / "long" / "html" / (id + ".html"), page);
    put_file(fs::path(directory.path()) / "long" / "gold" / (id + ".txt"), gold);
    manifest += "{\"id\": \"" + id + "\"}\n";
  }
  put_file(fs::path(directory.path()) / "long" / "manifest.jsonl", manifest);
  Process process({.arguments = {PITH_LAB, "eval", "long", "-e", "plain"}, .directory = directory.path()});
  pause_for(std::chrono::milliseconds(300));
  BOOST_TEST_REQUIRE(process.running());
  process.signal(SIGINT);
  const Outcome outcome = process.finish();
  BOOST_TEST(outcome.code == 130, outcome.err);
  BOOST_TEST(outcome.out.empty());
}

BOOST_AUTO_TEST_SUITE_END()
