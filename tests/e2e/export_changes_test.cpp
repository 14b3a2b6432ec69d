// `pith export --since` and `--chunks`: an output that gets changes only has what a whole export has, whatever happens.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/search_double.h"

using namespace pith::test;
using nlohmann::json;

namespace {

// A page of each number, with this text of its own.
void ingest(const Project& project, const std::map<int, std::string>& pages) {
  std::string lines;
  for (const auto& [number, text] : pages)
    lines += json{{"url", "http://even.example" + article_target(number)},
                  {"headers", {{"Content-Type", "text/html"}}},
                  {"body", article(number, "<h2>State</h2><p>" + text + "</p>").body}}
                 .dump() +
             "\n";
  write_file(project / "in.jsonl", lines);
  project.must({"ingest", "--as", "c", "--complete", "in.jsonl"});
}

std::vector<json> read_lines(const std::string& text) {
  std::vector<json> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(json::parse(line));
  return out;
}

// What an output has: by id.
using Output = std::map<std::string, json>;

void bring(Output& output, const std::string& lines) {
  for (const json& line : read_lines(lines)) {
    if (line.contains("removed"))
      output.erase(line.at("id").get<std::string>());
    else
      output[line.at("id").get<std::string>()] = line;
  }
}

Output whole(const Project& project, bool chunks) {
  Output out;
  bring(out,
        project.must(chunks ? std::vector<std::string>{"export", "--chunks"} : std::vector<std::string>{"export"}));
  return out;
}

Output output_of(const SearchDouble& server) {
  Output out;
  for (auto [id, fields] : server.documents()) {
    fields.erase("generator");
    fields.erase("export");
    out[id] = fields;
  }
  return out;
}

std::string text_of(int number, int version) {
  return "Version " + std::to_string(version) + " of page " + std::to_string(number) + ".";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(export_changes)

BOOST_AUTO_TEST_CASE(only_what_changed_is_written) {
  for (const bool chunks : {false, true}) {
    BOOST_TEST_CONTEXT("chunks " << chunks) {
      const Project project;
      const auto changes = [&] {
        std::vector<std::string> command = {"export", "--since", "state"};
        if (chunks) command.push_back("--chunks");
        return project.must(command);
      };
      std::map<int, std::string> pages;
      for (int i = 1; i <= 12; ++i) pages[i] = text_of(i, 1);
      ingest(project, pages);
      Output output;
      bring(output, changes());
      BOOST_TEST((output == whole(project, chunks)));
      BOOST_TEST(output.size() >= 12u);
      BOOST_TEST(changes().empty(), "nothing changed");

      pages[3] = text_of(3, 2);
      pages[13] = text_of(13, 1);
      pages.erase(7);
      ingest(project, pages);
      const std::string lines = changes();
      const auto changed = read_lines(lines);
      const auto removed = std::ranges::count_if(changed, [](const json& line) { return line.contains("removed"); });
      BOOST_TEST(removed >= 1);
      if (!chunks) BOOST_TEST(changed.size() == 3u, lines);
      bring(output, lines);
      BOOST_TEST((output == whole(project, chunks)));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_state_belongs_to_one_export) {
  const Project project;
  ingest(project, {{1, "One."}, {2, "Two."}});
  project.must({"export", "--since", "state"});
  const Outcome other = project.pith({"export", "--since", "state", "--chunks"});
  BOOST_TEST(other.code == 2);
  BOOST_TEST(other.err.find("state: belongs to another export: {\"to\":\"jsonl\"}") != std::string::npos, other.err);
  write_file(project / "odd", "something else\n");
  const Outcome odd = project.pith({"export", "--since", "odd"});
  BOOST_TEST(odd.code == 2);
  BOOST_TEST(odd.err.find("odd: line 1: is no state of an export") != std::string::npos, odd.err);
  const std::string state = read_file(project / "state");
  write_file(project / "cut", state.substr(0, state.size() - 3));
  BOOST_TEST(project.pith({"export", "--since", "cut"}).code == 2);
  BOOST_TEST(project.pith({"export", "--since", "state", "--prune", "--to", "solr", "--url", "http://x"}).code == 2);
}

BOOST_AUTO_TEST_CASE(what_was_refused_is_sent_again) {
  const Project project;
  ingest(project, {{1, "One."}, {2, "Two."}, {3, "Three."}});
  OpenSearchDouble server;
  const std::vector<std::string> command = {"export", "--since",    "state",   "--to", "opensearch",
                                            "--url",  server.url(), "--index", "pages"};
  const std::string id = whole(project, false).begin()->first;
  server.refuse(id);
  BOOST_TEST(project.pith(command).code == 2);
  BOOST_TEST(server.documents().size() == 2u);
  const Outcome again = project.pith(command);
  BOOST_TEST(again.code == 2);
  BOOST_TEST(again.err.find("refused") != std::string::npos);
  for (const auto& [other, _] : server.documents()) BOOST_TEST(server.writes(other) == 1, "not sent again");
}

// Thirty kills at any moment, with changes between them.
BOOST_AUTO_TEST_CASE(kills_leave_no_trace) {
  constexpr int kills = 30;
  for (const bool chunks : {false, true}) {
    const Project project;
    OpenSearchDouble server;
    std::vector<std::string> command = {"export",     "--since", "state", "--to",          "opensearch", "--url",
                                        server.url(), "--index", "pages", "--batch-bytes", "1000"};
    if (chunks) command.push_back("--chunks");
    std::mt19937 random(std::random_device{}());
    std::map<int, std::string> pages;
    for (int i = 1; i <= 20; ++i) pages[i] = text_of(i, 0);
    ingest(project, pages);
    const auto begun = std::chrono::steady_clock::now();
    project.must({"export", "--output", "once.jsonl"});
    const auto longest =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
    for (int kill = 0; kill < kills / 2; ++kill) {
      for (int i = 0; i < 4; ++i) {
        const int number = 1 + static_cast<int>(random() % 30);
        if (random() % 3 == 0 && pages.size() > 5)
          pages.erase(number);
        else
          pages[number] = text_of(number, kill + 1);
      }
      ingest(project, pages);
      Process process(project.command(command));
      pause_for(std::chrono::microseconds(random() % static_cast<unsigned>(2 * longest.count())));
      process.kill_all();
    }
    ingest(project, pages);
    const json summary = project.json(command);
    BOOST_TEST(summary.at("refused") == 0);
    const Output expected = whole(project, chunks), actual = output_of(server);
    BOOST_TEST(actual.size() == expected.size());
    for (const auto& [id, fields] : expected) {
      BOOST_REQUIRE(actual.contains(id));
      BOOST_TEST(actual.at(id).at("content") == fields.at("content"));
      BOOST_TEST(actual.at(id).at("url") == fields.at("url"));
    }
    for (const std::string& violation : server.violations()) BOOST_ERROR(violation);
  }
}

BOOST_AUTO_TEST_SUITE_END()
