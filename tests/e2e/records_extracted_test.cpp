// `pith extract --records`: a line in, a line out, while the process lives.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

std::string record(int number) {
  return json{{"url", "http://a.example" + article_target(number)},
              {"headers", {{"Content-Type", "text/html"}}},
              {"body", article(number).body}}
             .dump() +
         "\n";
}

std::vector<json> answers(const Project& project, const std::string& records, std::vector<std::string> more = {}) {
  write_file(project / "records.jsonl", records);
  Command shell = project.command({});
  std::string command = shell.arguments.front() + " extract --records -";
  for (const std::string& argument : more) command += " " + argument;
  shell.arguments = {"sh", "-c", command + " < records.jsonl"};
  const Outcome outcome = run(shell);
  BOOST_TEST(outcome.code == 0, outcome.err);
  std::vector<json> out;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) out.push_back(json::parse(line));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extracted_records)

BOOST_AUTO_TEST_CASE(each_line_is_answered_in_order) {
  const Project project;
  const std::string records = record(1) + "\n{\n" + R"({"url":"http://a.example/x","body":"%PDF-1.7"})" + "\n" +
                              R"({"url":"ftp://a.example/","body":"x"})" + "\n" + record(2) + R"({"end": true})" + "\n";
  const auto found = answers(project, records);
  BOOST_REQUIRE(found.size() == 5u);
  BOOST_TEST(found[0].at("url") == "http://a.example" + article_target(1));
  BOOST_TEST(found[0].at("status") == "main");
  BOOST_TEST(!found[0].at("content").get<std::string>().empty());
  BOOST_TEST(found[1].at("error").at("code") == "bad_line");
  BOOST_TEST(found[2].at("error").at("code") == "pdf");
  BOOST_TEST(found[2].at("url") == "http://a.example/x");
  BOOST_TEST(found[3].at("error").at("code") == "bad_line");
  BOOST_TEST(found[4].at("title") == answers(project, record(2)).at(0).at("title"));
}

BOOST_AUTO_TEST_CASE(a_kept_model_is_the_site) {
  const Project project;
  std::string records;
  for (int i = 1; i <= 16; ++i) records += record(i);
  write_file(project / "site.jsonl", records);
  project.must({"map", "--learn", "models", "site.jsonl"});
  const json alone = answers(project, record(3)).at(0),
             in_site = answers(project, record(3), {"--models", "models"}).at(0);
  BOOST_TEST(alone.at("siblings") == 0);
  BOOST_TEST(in_site.at("siblings").get<int>() > 0);
  json other = json::parse(record(3));
  other["url"] = "http://other.example/";
  BOOST_TEST(answers(project, other.dump() + "\n", {"--models", "models"}).at(0).at("siblings") == 0);
}

BOOST_AUTO_TEST_CASE(files_are_refused) {
  const Project project;
  const Outcome outcome = project.pith({"extract", "--records", "file.jsonl"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.err.find("reads standard input") != std::string::npos, outcome.err);
}

BOOST_AUTO_TEST_SUITE_END()
