#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "config/load.h"
#include "helpers.h"

namespace pith::config {
namespace {

using testing::load_good;
using testing::TemporaryDirectory;

BOOST_AUTO_TEST_SUITE(config_config)

BOOST_AUTO_TEST_CASE(without_a_file_the_defaults_hold) {
  const Config config;
  BOOST_TEST((testing::flatten(config.settings()) == testing::flatten(Settings())));
  BOOST_TEST((testing::flatten(config.for_host("example.org")) == testing::flatten(Settings())));
  BOOST_TEST(config.file().empty());
  BOOST_TEST(config.sites().empty());
}

BOOST_AUTO_TEST_CASE(origins_name_file_and_line) {
  const Config config = load_good(
      "crawl:\n  depth: 3\nindex:\n  boosts:\n    title: 5\nextract:\n  parameters:\n    conex:\n      threshold: 1\n"
      "sites:\n  '*.a.org':\n    extract:\n      skip: true\n");
  BOOST_TEST(config.origin("crawl.depth") == "pith.yaml:2");
  BOOST_TEST(config.origin("crawl.rate") == "default");
  BOOST_TEST(config.origin("index.boosts") == "pith.yaml:4");
  BOOST_TEST(config.origin("index.boosts.title") == "pith.yaml:5");
  BOOST_TEST(config.origin("index.boosts.content") == "default");
  BOOST_TEST(config.origin("extract.parameters.conex.threshold") == "pith.yaml:9");
  BOOST_TEST(config.origin("sites.*.a.org.extract.skip") == "pith.yaml:13");
  BOOST_TEST(config.origin(config.sites()[0], "extract.skip") == "pith.yaml:13");
  BOOST_TEST(config.origin("nonesuch") == "");
  BOOST_TEST(config.origin("crawl") == "");
  BOOST_TEST(config.origin("crawl.depth.x") == "");
}

BOOST_AUTO_TEST_CASE(mappings_are_merged_and_lists_replaced) {
  const Config config = load_good(
      "index: {boosts: {title: 5}}\nextract:\n  exclude: [a, b]\n  parameters: {conex: {threshold: 1}}\n"
      "sites:\n  a.org:\n    extract:\n      exclude: [c]\n      parameters: {conex: {n: 2}}\n");
  BOOST_TEST(config.settings().index.boosts.at("title") == 5.0);
  BOOST_TEST(config.settings().index.boosts.at("content") == 1.0);
  const Settings site = config.for_host("a.org");
  BOOST_TEST((site.extract.exclude == std::vector<std::string>{"c"}));
  BOOST_TEST(site.extract.parameters.at("conex").size() == 2u);
  BOOST_TEST(config.settings().extract.parameters.at("conex").size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_command_line_wins_over_file_and_sites) {
  Config config =
      load_good("siblings: {n: 2}\nextract: {keep_code: false}\nsites:\n  a.org:\n    siblings: {n: 3, seed: 5}\n");
  BOOST_REQUIRE(!config.set("siblings.n", "9", "command line"));
  BOOST_TEST(config.settings().siblings.n == 9);
  BOOST_TEST(config.for_host("a.org").siblings.n == 9);
  BOOST_TEST(config.for_host("a.org").siblings.seed == 5);
  BOOST_TEST(config.for_host("b.org").siblings.n == 9);
  BOOST_TEST(config.origin("siblings.n") == "command line");
  BOOST_TEST(config.origin("extract.keep_code") == "pith.yaml:2");
  BOOST_REQUIRE(!config.set("siblings.n", "8", "environment"));
  BOOST_TEST(config.for_host("a.org").siblings.n == 8);
  BOOST_TEST(config.origin("siblings.n") == "environment");
}

BOOST_AUTO_TEST_CASE(the_command_line_takes_texts_as_they_are) {
  Config config;
  BOOST_REQUIRE(!config.set("crawl.user_agent", "me: 'a' # b", "command line"));
  BOOST_TEST(config.settings().crawl.user_agent == "me: 'a' # b");
  BOOST_REQUIRE(!config.set("crawl.options", "--opt=[x]", "command line"));
  BOOST_TEST((config.settings().crawl.options == std::vector<std::string>{"--opt=[x]"}));
  BOOST_REQUIRE(!config.set("crawl.options", "[a, \"b c\"]", "command line"));
  BOOST_TEST((config.settings().crawl.options == std::vector<std::string>{"a", "b c"}));
  BOOST_REQUIRE(!config.set("index.boosts.title", "7", "command line"));
  BOOST_TEST(config.settings().index.boosts.at("title") == 7.0);
  BOOST_TEST(config.settings().index.boosts.at("content") == 1.0);
  BOOST_TEST(config.origin("index.boosts.content") == "default");
  BOOST_REQUIRE(!config.set("index.fields.lists", "", "command line"));
  BOOST_TEST(config.settings().index.fields.at("lists") == "");
  BOOST_REQUIRE(!config.set("index.fields.title", "lists", "command line"));  // whose own name is now free
  const auto kept = config.set("index.fields.author", "lists.words", "command line");
  BOOST_REQUIRE(kept.has_value());
  BOOST_TEST(
      kept->message ==
      "command line: index.fields.author: \"lists.words\" is kept for the lengths of title; choose another name");
  BOOST_TEST(!config.settings().index.fields.contains("author"));
  BOOST_REQUIRE(!config.set("extract.parameters.conex.threshold", "2", "command line"));
  BOOST_TEST(std::get<long>(config.settings().extract.parameters.at("conex").at("threshold")) == 2);
  BOOST_REQUIRE(!config.set("cache.max_bytes", "2 GiB", "command line"));
  BOOST_TEST(config.settings().cache.max_bytes == 2l << 30);
}

BOOST_AUTO_TEST_CASE(the_command_line_is_told_what_is_wrong) {
  Config config;
  const auto message = [&](std::string_view path, std::string_view text) {
    const auto error = config.set(path, text, "command line");
    return error ? error->message : "taken";
  };
  BOOST_TEST(message("siblngs.n", "3") == "command line: siblngs.n: unknown key; did you mean siblings.n?");
  BOOST_TEST(message("siblings.n", "x") == "command line: siblings.n: expected a whole number from 0 to 64, got \"x\"");
  BOOST_TEST(message("index.boosts.contents", "1") ==
             "command line: index.boosts.contents: unknown field; did you mean content?");
  BOOST_TEST(message("extract.parameters.conex", "5") ==
             "command line: extract.parameters.conex: expected a mapping (name: value), got \"5\"");
  const std::string extractor = message("extract.extractor", "conx");  // all names are listed in between
  BOOST_TEST(extractor.starts_with("command line: extract.extractor: expected "), extractor);
  BOOST_TEST(extractor.ends_with(", got \"conx\"; did you mean conex?"), extractor);
  BOOST_TEST(message("crawl.options", "[a, b").starts_with("command line: crawl.options: "));
  BOOST_TEST(
      message("sites.a.org.extract.skip", "true").starts_with("command line: sites.a.org.extract.skip: unknown"));
  BOOST_TEST(message("", "true") == "command line: unknown key");
  BOOST_TEST(message("crawl.user_agent", "a\nb").find('\n') == std::string::npos);
  BOOST_TEST(message("crawl.user_agent", "\xff") != "taken");
  BOOST_TEST((testing::flatten(config.settings()) == testing::flatten(Settings())));
}

BOOST_AUTO_TEST_CASE(all_problems_come_at_once_and_in_order) {
  std::vector<Problem> problems;
  BOOST_REQUIRE(!load_text("index: {boosts: {title: x}}\nsiblings:\n  m: 3\n  n: four\n", "f.yaml", {}, &problems));
  BOOST_REQUIRE_EQUAL(problems.size(), 3u);
  BOOST_TEST(
      (problems[0] == Problem{"f.yaml", 1, 25, "index.boosts.title", "got \"x\"", "a number from 0 to 1000", ""}));
  BOOST_TEST((problems[1] == Problem{"f.yaml", 3, 3, "siblings.m", "unknown key", "", "siblings.n"}));
  BOOST_TEST((problems[2] == Problem{"f.yaml", 4, 6, "siblings.n", "got \"four\"", "a whole number from 0 to 64", ""}));
}

BOOST_AUTO_TEST_CASE(relative_paths_begin_where_the_file_is) {
  const TemporaryDirectory directory;
  const auto file = directory.write("x.yaml", "cache: {path: ../c/./d}\n");
  const auto config = load(file);
  BOOST_REQUIRE_MESSAGE(config, testing::message_of(config));
  BOOST_TEST(config->settings().cache.path == (directory.path.parent_path() / "c/d").string());
  BOOST_TEST(config->settings().index.path == (directory.path / "pith-data/index").string());
  BOOST_TEST(config->file() == file.string());
  BOOST_TEST(config->origin("cache.path") == file.string() + ":1");

  const auto absolute = load(directory.write("y.yaml", "cache: {path: /c}\n"));
  BOOST_REQUIRE(absolute);
  BOOST_TEST(absolute->settings().cache.path == "/c");

  const auto files = load(directory.write(
      "z.yaml", "search: {synonyms: [a.txt, /b.txt]}\nsites: {a.example: {search: {best_bets: c.txt}}}\n"));
  BOOST_REQUIRE(files);
  const Settings site = files->for_host("a.example");
  BOOST_TEST((site.search.synonyms == std::vector<std::string>{(directory.path / "a.txt").string(), "/b.txt"}));
  BOOST_TEST((site.search.best_bets == std::vector<std::string>{(directory.path / "c.txt").string()}));
  BOOST_TEST(files->settings().search.best_bets.empty());
  BOOST_TEST(files->settings().search.log.empty());

  // Loaded by a path relative to the working directory, it means the same.
  const auto relative = load(std::filesystem::relative(file));
  BOOST_REQUIRE_MESSAGE(relative, testing::message_of(relative));
  BOOST_TEST(relative->settings().cache.path == config->settings().cache.path);
}

BOOST_AUTO_TEST_CASE(paths_of_the_command_line_begin_in_the_working_directory) {
  Config config = load_good("cache: {path: x}\n", "/etc/pith");
  BOOST_TEST(config.settings().cache.path == "/etc/pith/x");
  BOOST_REQUIRE(!config.set("cache.path", "y", "command line"));
  BOOST_TEST(config.settings().cache.path == (std::filesystem::current_path() / "y").string());
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_read_are_errors) {
  const TemporaryDirectory directory;
  const auto message = [](const std::filesystem::path& path) {
    std::vector<Problem> problems;
    const auto config = load(path, &problems);
    BOOST_REQUIRE(!config);
    BOOST_TEST(problems.size() == 1u);
    return config.error().code + " " + config.error().message;
  };
  const std::string name = directory.path.string();
  BOOST_TEST(message(directory.path / "x") == "no_config " + name + "/x: cannot be read: No such file or directory");
  BOOST_TEST(message(directory.path) == "no_config " + name + ": cannot be read: Is a directory");
  BOOST_TEST(message("/dev/zero") == "bad_config /dev/zero: larger than 1 MiB; this is not a configuration");
}

BOOST_AUTO_TEST_CASE(the_same_site_twice_in_a_row_of_stars) {
  Config config = load_good("sites:\n  '*': {siblings: {n: 1}}\n  a.org: {siblings: {n: 2}}\n");
  BOOST_REQUIRE(!config.set("siblings.n", "3", "command line"));
  const auto sites = config.sites();
  BOOST_REQUIRE_EQUAL(sites.size(), 3u);
  BOOST_TEST(sites[2].pattern == "**");
  BOOST_TEST(config.origin(sites[0], "siblings.n") == "pith.yaml:2");
  BOOST_TEST(config.origin(sites[2], "siblings.n") == "command line");
  BOOST_TEST(config.for_host("a.org").siblings.n == 3);
}

// Crawls of several sites share a cache, an index and how pages are extracted.
BOOST_AUTO_TEST_CASE(a_file_with_a_base_says_only_what_to_crawl) {
  const TemporaryDirectory directory;
  const auto base = directory.write(
      "pith.yaml", "cache: {path: cache}\ncrawl: {depth: 3, rate: 2}\nsites: {a.org: {extract: {skip: true}}}\n");
  std::filesystem::create_directory(directory.path / "sites");
  const auto load_site = [&](const std::string& text) { return load(directory.write("sites/one.yaml", text)); };
  const auto message = [&](const std::string& text) {
    const auto config = load_site(text);
    return config ? std::string() : config.error().message;
  };

  const auto config = load_site("base: ../pith.yaml\ncrawl: {start: [http://b.org/], rate: 7}\n");
  BOOST_REQUIRE(config.ok());
  BOOST_TEST(config->settings().cache.path == (directory.path / "cache").string());
  BOOST_TEST(config->settings().crawl.depth == 3);
  BOOST_TEST(config->settings().crawl.rate == 7);
  BOOST_TEST(config->for_host("a.org").extract.skip);
  BOOST_TEST(config->origin("crawl.depth").ends_with("pith.yaml:2"));
  BOOST_TEST(config->origin("crawl.rate").ends_with("one.yaml:2"));
  BOOST_TEST(config->file().ends_with("one.yaml"));

  BOOST_TEST(
      message("base: ../pith.yaml\nextract: {skip: true}\n")
          .ends_with("one.yaml:2:1: extract: a file with a base says only what to crawl (crawl:); put this into " +
                     base.string()));
  BOOST_TEST(message("base: ../pith.yaml\nsites: {}\n").find("one.yaml:2:1: sites: a file with a base") !=
             std::string::npos);
  BOOST_TEST(message("base: ../none.yaml\n").find("none.yaml: cannot be read: No such file") != std::string::npos);
  BOOST_TEST(message("base: [a]\n").find("base: expected a file, such as ../pith.yaml") != std::string::npos);
  BOOST_TEST(
      message("base: one.yaml\n").find("one.yaml:1:1: base: a file that is the base of another cannot have a base") !=
      std::string::npos);
  directory.write("pith.yaml", "crawl: {depth: deep}\n");
  BOOST_TEST(message("base: ../pith.yaml\n").find("pith.yaml:1:16: crawl.depth: expected") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
