#include "config/write.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "helpers.h"

namespace pith::config {
namespace {

using testing::flatten;
using testing::load_good;

// The line without the "#" before its key; nothing if it is not a commented key.
std::optional<std::string> freed(std::string line) {
  const std::size_t mark = line.find_first_not_of(' ');
  if (mark == line.npos || line[mark] != '#' || mark + 1 == line.size() || line[mark + 1] == ' ') return std::nullopt;
  return line.erase(mark, 1);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Loading the shown settings must give the same settings, for hosts with and without overrides.
void check_round_trip(const Config& config) {
  const std::string text = show(config);
  const Config again = load_good(text);
  BOOST_TEST((flatten(again.settings()) == flatten(config.settings())), text);
  for (const std::string host : {"a.org", "www.a.org", "b.org", "other.net", ""})
    BOOST_TEST((flatten(again.for_host(host)) == flatten(config.for_host(host))), host << "\n" << text);
}

BOOST_AUTO_TEST_SUITE(config_write)

BOOST_AUTO_TEST_CASE(the_template_loads_as_it_is) {
  const Config config = load_good(commented_template());
  BOOST_TEST((flatten(config.settings()) == flatten(Settings())));
  for (const Key& key : keys()) BOOST_TEST(config.origin(key.path) == "default", key.path);
  BOOST_TEST(config.sites().empty());
}

BOOST_AUTO_TEST_CASE(the_template_loads_with_every_key_freed) {
  std::string text;
  for (const std::string& line : lines_of(commented_template())) text += freed(line).value_or(line) + "\n";
  const Config config = load_good(text);
  auto values = flatten(config.settings());
  for (const auto& [path, value] : flatten(Settings())) BOOST_TEST(values[path] == value, path);
  for (const Key& key : keys()) {
    const bool empty_map =
        key.is_map() && key.entries != Entries::extractors && entry_lines(get(Settings(), key)).empty();
    BOOST_TEST((config.origin(key.path) == "default") == empty_map, key.path);
  }
  BOOST_TEST(config.for_host("x.example.org").siblings.n == 8);
  BOOST_TEST(config.for_host("print.example.org").extract.skip);
}

BOOST_AUTO_TEST_CASE(the_template_loads_with_any_one_key_freed) {
  const auto lines = lines_of(commented_template());
  int count = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("example.org\":") != std::string::npos) break;  // the example below is only valid as a whole
    if (!freed(lines[i])) continue;
    std::string text;
    for (std::size_t j = 0; j < lines.size(); ++j) text += (j == i ? *freed(lines[j]) : lines[j]) + "\n";
    const Config config = load_good(text);
    BOOST_TEST(
        (config.settings().extract.parameters.empty() ? flatten(config.settings()) == flatten(Settings()) : true),
        lines[i]);
    ++count;
  }
  BOOST_TEST(count >= static_cast<int>(keys().size()));
}

BOOST_AUTO_TEST_CASE(the_starter_template_is_short_and_loads) {
  const auto lines = lines_of(starter_template());
  for (const std::string& line : lines) BOOST_TEST(!line.ends_with(' '), line);
  BOOST_TEST(lines.size() <= 30u);
  for (const std::string& line : lines) BOOST_TEST(line.size() <= 120u, line);
  BOOST_TEST((flatten(load_good(starter_template()).settings()) == flatten(Settings())));
  std::string text;
  for (const std::string& line : lines) text += freed(line).value_or(line) + "\n";
  const Config config = load_good(text);
  BOOST_TEST((flatten(config.settings()) == flatten(Settings())));
  for (const std::string path : {"crawl.start", "crawl.user_agent", "crawl.rate", "crawl.depth", "crawl.max_pages",
                                 "cache.path", "index.path", "serve.port"})
    BOOST_TEST(config.origin(path) != "default", path);
  BOOST_TEST(!config.for_host("www.example.org").extract.exclude.empty());
}

BOOST_AUTO_TEST_CASE(the_template_is_readable) {
  for (const std::string& line : lines_of(commented_template())) BOOST_TEST(line.size() <= 120u, line);
  for (const Key& key : keys()) BOOST_TEST(!key.meaning.empty());
}

BOOST_AUTO_TEST_CASE(what_is_shown_loads_to_the_same) {
  check_round_trip(Config());
  check_round_trip(load_good(commented_template()));
  check_round_trip(load_good(starter_template()));
  for (const auto& entry : std::filesystem::directory_iterator(PITH_FIXTURES "/config/good"))
    if (entry.path().extension() == ".yaml") BOOST_TEST_CONTEXT(entry.path()) {
        check_round_trip(load_good(testing::read_file(entry.path())));
      }
}

BOOST_AUTO_TEST_CASE(overrides_of_the_command_line_are_shown_too) {
  Config config = load_good(
      "siblings: {n: 2}\nsites:\n  '*.a.org':\n    siblings: {n: 3}\n    extract: {skip: true, limits: {max_depth: "
      "99}}\n"
      "  b.org:\n  '*': {extract: {exclude: ['#x', \"a[b='c']\"]}}\n",
      "/base");
  for (const auto& [path, text] :
       std::vector<std::pair<std::string, std::string>>{{"siblings.n", "9"},
                                                        {"extract.parameters.conex.threshold", "2"},
                                                        {"index.boosts.title", "0.1"},
                                                        {"crawl.depth", "1"}})
    BOOST_REQUIRE(!config.set(path, text, "command line"));
  check_round_trip(config);
  std::vector<std::string> words;  // each line without indentation and alignment
  for (const std::string& line : lines_of(show(config))) {
    std::istringstream stream(line);
    std::string text;
    for (std::string word; stream >> word;) text += (text.empty() ? "" : " ") + word;
    words.push_back(text);
  }
  BOOST_TEST(std::count(words.begin(), words.end(), "n: 9 # command line") == 2);
  BOOST_TEST(std::count(words.begin(), words.end(), "max_depth: 99 # pith.yaml:5") == 1);
  BOOST_TEST(std::count(words.begin(), words.end(), "path: /base/pith-data/cache # default") == 1);
}

BOOST_AUTO_TEST_CASE(odd_texts_survive) {
  for (const std::string& text : {std::string("null"),
                                  std::string("~"),
                                  std::string("true"),
                                  std::string("- a"),
                                  std::string("a: b"),
                                  std::string("a #b"),
                                  std::string("#a"),
                                  std::string("\"q\" 'q' \\ /"),
                                  std::string("\u00e9\u4e16\U0001F600"),
                                  std::string(" a "),
                                  std::string("*a"),
                                  std::string("&a"),
                                  std::string("!a"),
                                  std::string("%a"),
                                  std::string("@a"),
                                  std::string("[a]"),
                                  std::string("{a}"),
                                  std::string("a, b"),
                                  std::string("? a"),
                                  std::string("| a"),
                                  std::string("1e5"),
                                  std::string("---"),
                                  std::string("..."),
                                  std::string("\u2028\u0085"),
                                  std::string(5000, 'x')}) {
    Config config;
    BOOST_REQUIRE_MESSAGE(!config.set("crawl.user_agent", text, "command line"), text);
    check_round_trip(config);
  }
}

BOOST_AUTO_TEST_CASE(file_names_cannot_break_out_of_their_comment) {
  const auto config = load_text("crawl: {depth: 3}\n", "a\ncrawl: {depth: 4}\n\xff");
  BOOST_REQUIRE(config);
  BOOST_TEST(load_good(show(*config)).settings().crawl.depth == 3);
  BOOST_TEST(nlohmann::json::accept(show_json(*config)));
}

BOOST_AUTO_TEST_CASE(json_says_the_same) {
  Config config = load_good("index: {boosts: {title: 5}}\nsites:\n  a.org: {extract: {limits: {max_depth: 99}}}\n");
  BOOST_REQUIRE(!config.set("siblings.n", "9", "command line"));
  const auto json = nlohmann::json::parse(show_json(config));
  BOOST_TEST(json["file"] == "pith.yaml");
  BOOST_TEST(json["settings"]["siblings"]["n"] == 9);
  BOOST_TEST(json["settings"]["cache"]["page_max_bytes"] == 16 << 20);
  BOOST_TEST(json["settings"]["crawl"]["start"].is_array());
  BOOST_TEST(json["settings"]["index"]["fields"].is_object());
  BOOST_TEST(json["settings"]["index"]["boosts"]["title"] == 5.0);
  BOOST_TEST(json["origins"]["siblings.n"] == "command line");
  BOOST_TEST(json["origins"]["index.boosts.title"] == "pith.yaml:1");
  BOOST_TEST(json["origins"]["index.boosts.content"] == "default");
  BOOST_REQUIRE_EQUAL(json["sites"].size(), 2u);
  BOOST_TEST(json["sites"][0]["hosts"] == "a.org");
  BOOST_TEST(json["sites"][0]["settings"]["extract"]["limits"]["max_depth"] == 99);
  BOOST_TEST(json["sites"][0]["origins"]["extract.limits.max_depth"] == "pith.yaml:3");
  BOOST_TEST(json["sites"][1]["hosts"] == "*");
  BOOST_TEST(json["sites"][1]["settings"]["siblings"]["n"] == 9);
  BOOST_TEST(nlohmann::json::parse(show_json(Config()))["file"].is_null());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
