// The files of synonyms and best bets of a configuration, and the log of queries without an answer.
#include "plugin/search/search_rules.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "indexer_adapter/query/detail/best_bets.h"
#include "indexer_adapter/query/query_syntax.h"
#include "plugin/search/search_log.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::pipeline;

namespace {

struct Files {
  test::TemporaryDirectory directory;

  void write(const std::string& name, const std::string& text) const { std::ofstream(directory / name) << text; }
  config::Config config(const std::string& yaml) const {
    auto config = config::load_text(yaml, "pith.yaml", directory.path());
    BOOST_REQUIRE_MESSAGE(config.ok(), yaml);
    return *std::move(config);
  }
};

// The best bets for "q".
std::vector<std::string> bets(const index::Rules& rules) {
  return rules.best_bets ? rules.best_bets->pages(*index::parse_query("q")) : std::vector<std::string>();
}

using Strings = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(rules_of_sites)

BOOST_AUTO_TEST_CASE(each_site_has_its_own_and_all_sites_have_all) {
  const Files files;
  for (const char* name : {"top", "a", "b"})
    files.write(std::string(name) + ".txt", "q => http://" + std::string(name) + ".example/\n");
  auto config = files.config(
      "search: {best_bets: top.txt}\nsites:\n"
      "  \"*.a.example\": {search: {best_bets: [a.txt, top.txt]}}\n"
      "  b.example: {search: {best_bets: b.txt}}\n"
      "  c.example: {search: {best_bets: []}}\n");
  const auto rules = SearchRules::open(config);
  BOOST_REQUIRE(rules.ok());
  const std::string top = "http://top.example/", a = "http://a.example/", b = "http://b.example/";
  BOOST_TEST((bets((*rules)->of_site("other.example")) == Strings{top}));
  BOOST_TEST((bets((*rules)->of_site("www.A.example")) == Strings{a, top}));
  BOOST_TEST((bets((*rules)->of_site("a.example")) == Strings{a, top}));
  BOOST_TEST((bets((*rules)->of_site("b.example")) == Strings{b}));
  BOOST_TEST(bets((*rules)->of_site("c.example")).empty());
  BOOST_TEST((bets((*rules)->of_site("")) == Strings{top, a, b}));
  BOOST_TEST((*rules)->without_page({top, a}).size() == 1u);
  BOOST_TEST((*rules)->without_page({top, a}).at(0).starts_with(files.directory / "b.txt:1: http://b.example/ is not"));

  // The command line is stronger than any site.
  BOOST_REQUIRE(!config.set("search.best_bets", files.directory / "b.txt", "command line"));
  BOOST_TEST((bets((*SearchRules::open(config))->of_site("")) == Strings{b}));
  BOOST_TEST((bets((*SearchRules::open(files.config("")))->of_site("")).empty()));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_an_error) {
  const Files files;
  const auto message = [&](const std::string& name) {
    const auto rules = SearchRules::open(files.config("search: {synonyms: " + name + "}"));
    return rules ? std::string() : rules.error().code + " " + rules.error().message;
  };
  BOOST_TEST(message("none.txt") ==
             "io " + (files.directory / "none.txt") + ": cannot be read: No such file or directory (search.synonyms)");
  BOOST_TEST(message(".").ends_with("is not a file (search.synonyms)"));
  files.write("bad.txt", "a, b\nc\n");
  BOOST_TEST(message("bad.txt").starts_with("rules " + (files.directory / "bad.txt") + ":2: \"c\" stands alone"));
}

BOOST_AUTO_TEST_CASE(changed_files_while_many_search) {
  const Files files;
  files.write("x.txt", "q => http://x.example/0\n");
  std::atomic<int> warnings = 0;
  const auto rules = SearchRules::open(files.config("search: {best_bets: x.txt}"), [&](const std::string& text) {
    warnings += text.find("x.txt:1: has no \"=>\"") != std::string::npos;
  });
  BOOST_REQUIRE(rules.ok());
  std::atomic<bool> done = false;
  std::atomic<int> empty = 0;
  std::vector<std::thread> searches;
  for (int i = 0; i < 4; ++i)
    searches.emplace_back([&] {
      while (!done) {
        empty += bets((*rules)->of_site("")).size() != 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
  const auto becomes = [&](const auto& condition) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition() && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
  };
  // A name is exchanged at once; writing in place could be seen half done.
  const auto replace = [&](const std::string& text) {
    files.write("new.txt", text);
    std::filesystem::rename(files.directory / "new.txt", files.directory / "x.txt");
  };
  replace("q => http://x.example/1\n");
  BOOST_TEST(becomes([&] { return bets((*rules)->of_site("")) == Strings{"http://x.example/1"}; }));
  replace("broken\n");
  BOOST_TEST(becomes([&] { return (*rules)->broken() == 1; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(2200));  // it looks once a second
  BOOST_TEST(warnings == 1);
  BOOST_TEST((bets((*rules)->of_site("")) == Strings{"http://x.example/1"}));
  replace("q => http://x.example/2\n");
  BOOST_TEST(becomes([&] { return bets((*rules)->of_site("")) == Strings{"http://x.example/2"}; }));
  BOOST_TEST((*rules)->broken() == 0u);
  done = true;
  for (std::thread& search : searches) search.join();
  BOOST_TEST(empty == 0);
}

BOOST_AUTO_TEST_CASE(many_write_one_log) {
  const Files files;
  const std::string path = files.directory / "log";
  constexpr int writers = 4, lines = 50;
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < writers; ++i)
    threads.emplace_back([&, i] {
      SearchLog log(path, 4096);  // each its own, as in processes
      for (int line = 0; line < lines; ++line)
        failures += log.add({.text = "query " + std::to_string(i * lines + line)}, {}).has_value();
    });
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> seen;
  for (const std::string& name : {path, path + ".1"}) {
    BOOST_TEST(std::filesystem::file_size(name) <= 4096u);
    std::ifstream in(name);
    for (std::string line; std::getline(in, line);) {
      BOOST_TEST(line.starts_with("{\"time\":\"20"));
      BOOST_TEST(line.ends_with("\",\"site\":\"\",\"hits\":0}"));
      BOOST_TEST(seen.insert(line.substr(line.find("query "))).second);
    }
  }
  BOOST_TEST(seen.size() > 20u);
  BOOST_TEST(failures < writers * lines / 2);  // one that finds the file locked again and again gives up
}

BOOST_AUTO_TEST_CASE(what_the_log_keeps) {
  const Files files;
  const std::string path = files.directory / "log";
  SearchLog log(path, 1 << 20);
  index::Hits answered;
  answered.total = answered.complete = 1;
  index::Hits line;
  line.template_line.emplace();
  BOOST_TEST(!log.add({.text = "a"}, answered));
  BOOST_TEST(!log.add({.text = "a"}, line));
  for (const index::Query& query : {index::Query{.text = " "},
                                    {.text = "a", .lang = "de"},
                                    {.text = "a", .field = "title"},
                                    {.text = "a", .after = "2024"},
                                    {.text = "a", .like = "http://a.example/"},
                                    {.text = "a", .templates = true},
                                    {.text = "a", .offset = 10}})
    BOOST_TEST(!log.add(query, {}));
  BOOST_TEST(!std::filesystem::exists(path));
  BOOST_TEST(!log.add({.text = "a\n\"\xff\x1b[1m", .site = "a.example"}, {}));
  std::ifstream in(path);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  BOOST_TEST(text.find("\"query\":\"a\\n\\\"\xef\xbf\xbd\\u001b[1m\",\"site\":\"a.example\",\"hits\":0}\n") !=
                 std::string::npos,
             text);
  BOOST_TEST(SearchLog(files.directory.path(), 4096).add({.text = "a"}, {}).has_value());
  BOOST_TEST(SearchLog("/dev/full", 4096).add({.text = "a"}, {}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
