// Input that nobody writes by hand: whatever the bytes, the result is a Config or messages, and soon.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "config/detail/yaml.h"
#include "config/write.h"
#include "helpers.h"
#include "tests/support/effort.h"

namespace pith::config {
namespace {

constexpr std::size_t size = max_yaml_bytes;

std::string repeat(std::string_view part, std::size_t bytes) {
  std::string text;
  text.reserve(bytes);
  while (text.size() + part.size() <= bytes) text += part;
  return text;
}

BOOST_AUTO_TEST_SUITE(config_hostile)

BOOST_AUTO_TEST_CASE(deep_and_huge_texts_end_soon) {
  std::string staircase;
  for (std::size_t i = 0; staircase.size() + i + 3 < size; ++i) staircase += std::string(i, ' ') + "a:\n";
  std::string keys, duplicates = "index: {boosts: {";
  for (int i = 0; keys.size() < size - 20; ++i) keys += "key" + std::to_string(i) + ": v\n";
  duplicates += repeat("title: 1, ", size - 100) + "}}\n";
  for (const std::string& text : {repeat("[", size),
                                  repeat("{", size),
                                  repeat("- ", size),
                                  repeat("? ", size),
                                  repeat("[a,", size),
                                  repeat("{a: ", size),
                                  repeat("[\n", size),
                                  repeat("!", size),
                                  repeat("&a ", size),
                                  repeat("*a ", size),
                                  repeat("a: ", size),
                                  repeat("'", size),
                                  repeat("\"\\", size),
                                  repeat("---\n", size),
                                  repeat("%", size),
                                  repeat(" ", size),
                                  repeat("a", size),
                                  repeat("\n", size),
                                  repeat("#\n", size),
                                  std::string(staircase),
                                  keys,
                                  duplicates,
                                  "crawl: {start: [" + repeat("x,", size - 100) + "]}",
                                  "crawl: {start: [" + repeat("'http://a/',", size - 100) + "]}",
                                  "crawl: {user_agent: '" + repeat("a", size - 100) + "'}",
                                  "sites: {" + repeat("a.org: {}, ", size - 100) + "}"}) {
    const double seconds = test::standard_seconds([&] {
      std::vector<Problem> problems;
      const auto config = load_text(text, "f", {}, &problems);
      BOOST_TEST(config.ok() == problems.empty());
      BOOST_TEST(problems.size() <= 101u);
    });
    BOOST_TEST(seconds < 10, text.substr(0, 20));  // the slowest needs less than one
  }
}

BOOST_AUTO_TEST_CASE(the_bound_on_depth_is_exact) {
  const auto nest = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  BOOST_TEST(!parse_yaml(nest(max_yaml_depth)).problem);
  const auto deeper = parse_yaml(nest(max_yaml_depth + 1)).problem;
  BOOST_REQUIRE(deeper);
  BOOST_TEST(deeper->what == "nested more than 32 levels deep");
  BOOST_TEST(deeper->column == 33);
}

BOOST_AUTO_TEST_CASE(the_bound_on_size_is_exact) {
  BOOST_TEST(load_text(repeat("#\n", size), "f").ok());
  const auto larger = load_text(repeat("#\n", size) + "#", "f");
  BOOST_REQUIRE(!larger);
  BOOST_TEST(larger.error().message == "f: larger than 1 MiB; this is not a configuration");
}

BOOST_AUTO_TEST_CASE(problems_are_bounded_in_number_and_length) {
  std::string text = "crawl:\n";
  for (int i = 0; i < 1000; ++i) text += "  " + std::string(500, 'k') + std::to_string(i) + ": v\n";
  const auto config = load_text(text, "f");
  BOOST_REQUIRE(!config);
  BOOST_TEST(std::count(config.error().message.begin(), config.error().message.end(), '\n') <= 101);
  BOOST_TEST(config.error().message.size() < 60'000u);
}

BOOST_AUTO_TEST_CASE(no_bytes_throw) {
  std::vector<std::string> seeds = {commented_template(), show(Config())};
  for (const std::string folder : {"good", "bad"})
    for (const auto& entry : std::filesystem::directory_iterator(PITH_FIXTURES "/config/" + folder))
      if (entry.path().extension() == ".yaml") seeds.push_back(testing::read_file(entry.path()));
  std::mt19937 random(1);
  const std::string_view alphabet = "\n\n  :-[]{}\"'#&*!|>?%@,~\t\r\\0a\xff\xc3\xbb";
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int round = 0; round < 3000; ++round) {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t change = below(6); change-- > 0 && !text.empty();) {
      const std::size_t at = below(text.size());
      switch (below(3)) {
        case 0:
          text[at] = alphabet[below(alphabet.size())];
          break;
        case 1:
          text.erase(at, below(20));
          break;
        default:
          text.insert(at, 1, alphabet[below(alphabet.size())]);
      }
    }
    const auto config = load_text(text, "f", "/base");
    if (!config) {
      BOOST_REQUIRE_MESSAGE(!config.error().message.empty(), text);
      continue;
    }
    const auto again = load_text(show(*config), "again");
    BOOST_REQUIRE_MESSAGE(again, testing::message_of(again) + "\n" + text);
    BOOST_REQUIRE_MESSAGE(testing::flatten(again->settings()) == testing::flatten(config->settings()), text);
  }
}

BOOST_AUTO_TEST_CASE(every_beginning_of_a_file_is_taken_or_explained) {
  const std::string text = testing::read_file(PITH_FIXTURES "/config/good/sites.yaml");
  for (std::size_t n = 0; n <= text.size(); ++n) {
    const auto config = load_text(text.substr(0, n), "f");
    if (!config) BOOST_TEST(config.error().message.starts_with("f:"));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
