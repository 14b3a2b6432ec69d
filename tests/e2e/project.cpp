#include "tests/e2e/project.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <sstream>

#include "config/load.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/index/index_options.h"

namespace pith::test {
namespace fs = std::filesystem;
namespace {

constexpr const char* fast = R"(
crawl:
  rate: 0
  connections: 8
  user_agent: pith-tests/1 (+mailto:nobody@localhost)
)";

void require_httrack() {
  const Outcome version = run({.arguments = {"httrack", "--version"}});
  BOOST_REQUIRE_MESSAGE(version.code == 0, "httrack is not installed: apt-get install httrack");
}

}  // namespace

std::string read_file(const std::string& path) {
  if (!fs::is_regular_file(path)) return {};
  std::ostringstream text;  // throws nothing, where an iterator does: a process in /proc may end meanwhile
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write_file(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

Project::Project(const std::string& yaml) {
  require_httrack();
  write_file(directory_ / "pith.yaml", fast + yaml);
}

Command Project::command(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), PITH_PROGRAM);
  return {.arguments = std::move(arguments),
          .environment = {{"PITH_HTTRACK_PLUGIN", PITH_HTTRACK_PLUGIN}},
          .directory = directory_.path()};
}

Outcome Project::pith(std::vector<std::string> arguments) const {
  Outcome outcome = run(command(std::move(arguments)));
  BOOST_TEST(!outcome.timed_out, "killed after its time was up: " << outcome.out << outcome.err);
  return outcome;
}

std::string Project::must(std::vector<std::string> arguments) const {
  std::string line;
  for (const std::string& argument : arguments) line += " " + argument;
  Outcome outcome = pith(std::move(arguments));
  BOOST_REQUIRE_MESSAGE(outcome.code == 0, "pith" << line << ": exit code " << outcome.code << "\n" << outcome.err);
  return std::move(outcome.out);
}

nlohmann::json Project::json(std::vector<std::string> arguments) const {
  arguments.push_back("--json");
  return nlohmann::json::parse(must(std::move(arguments)));
}

IndexContent Project::index() const { return read_index("url", &index::Searcher::all_documents); }

IndexContent Project::templates() const { return read_index("site", &index::Searcher::all_templates); }

IndexContent Project::read_index(
    const std::string& key,
    std::optional<Error> (index::Searcher::*all)(const std::function<bool(const index::StoredPage&)>&) const) const {
  IndexContent content;
  const auto config = config::load(directory_ / "pith.yaml");
  BOOST_REQUIRE(config.ok());
  const auto options = pipeline::index_searcher_options(config->settings());
  BOOST_REQUIRE(options.ok());
  const auto searcher = index::Searcher::open(config->settings().index.path, *options);
  if (!searcher && searcher.error().code == "index_missing") return content;
  if (!searcher) BOOST_FAIL(searcher.error().message);
  const auto error = (*searcher.*all)([&](const index::StoredPage& page) {
    auto fields = page;
    fields.erase("fetched");
    BOOST_TEST(content.emplace(fields.at(key), fields).second, "twice in the index: " << fields.at(key));
    return true;
  });
  if (error) BOOST_FAIL(error->message);
  return content;
}

std::map<std::string, nlohmann::json> Project::cache() const {
  std::map<std::string, nlohmann::json> rows;
  const Outcome list = pith({"cache", "ls", "--json"});
  BOOST_REQUIRE_MESSAGE(list.code <= 1, list.err);  // 1: the list is empty
  std::istringstream lines(list.out);
  for (std::string line; std::getline(lines, line);) {
    auto row = nlohmann::json::parse(line);
    const std::string url = row.at("url");
    rows[url] = std::move(row);
  }
  return rows;
}

nlohmann::json Project::stats() const {
  const Outcome outcome = pith({"stats", "--json"});
  BOOST_REQUIRE_MESSAGE(outcome.code <= 1, outcome.err);
  const nlohmann::json stats = nlohmann::json::parse(outcome.out);
  BOOST_TEST((outcome.code == 1) == (stats.at("total").at("captured") == 0));
  std::int64_t captured = 0;
  const auto check = [](const nlohmann::json& a) {
    const auto n = [&](const char* key) { return a.at(key).get<std::int64_t>(); };
    BOOST_TEST(n("captured") == n("main") + n("fallback") + n("whole") + n("skipped") + n("pending"));
    std::int64_t skipped = 0;
    for (const auto& [reason, count] : a.at("skipped_by_reason").items()) skipped += count.get<std::int64_t>();
    BOOST_TEST(skipped == n("skipped"));
    return n("captured");
  };
  for (const auto& site : stats.at("sites")) captured += check(site);
  BOOST_TEST(check(stats.at("total")) == captured);
  return stats.at("total");
}

std::set<std::string> Project::search(const std::string& query) const {
  const Outcome outcome = pith({"search", query, "--json", "--limit", "1000"});
  BOOST_REQUIRE_MESSAGE(outcome.code <= 1, "pith search " << query << ": " << outcome.err);
  std::set<std::string> urls;
  const auto found = nlohmann::json::parse(outcome.out);
  for (const auto& hit : found.at("hits")) urls.insert(hit.at("url").get<std::string>());
  BOOST_TEST(outcome.code == (urls.empty() ? 1 : 0));
  return urls;
}

void Project::reset() const { fs::remove_all(directory_ / "pith-data"); }

void Project::take_data(const Project& other) const {
  reset();
  fs::copy(other / "pith-data", directory_ / "pith-data", fs::copy_options::recursive);
}

void check_same_index(const IndexContent& actual, const IndexContent& expected) {
  for (const auto& [url, fields] : expected) {
    const auto found = actual.find(url);
    BOOST_TEST(bool(found != actual.end()), "missing in the index: " << url);
    if (found == actual.end()) continue;
    for (const auto& [name, value] : fields) {
      const auto field = found->second.find(name);
      const std::string other = field == found->second.end() ? "(none)" : field->second;
      BOOST_TEST(bool(other == value), url << ": " << name << " is\n  " << other.substr(0, 300) << "\ninstead of\n  "
                                           << value.substr(0, 300));
    }
    BOOST_TEST(found->second.size() == fields.size());
  }
  for (const auto& [url, fields] : actual) BOOST_TEST(expected.contains(url), "too much in the index: " << url);
}

}  // namespace pith::test
