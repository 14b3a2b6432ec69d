// Checks every key of the list against its own description.
#include "config/schema.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/detail/value.h"
#include "helpers.h"

namespace pith::config {
namespace {

using testing::load_good;
using testing::nested;

// Valid values of the key as YAML, including the ends of its range.
std::vector<std::string> good_values(const Key& key) {
  switch (key.type()) {
    case Type::flag:
      return {"true", "false", "Yes", "off"};
    case Type::whole: {
      const auto minimum = static_cast<long>(key.minimum), maximum = static_cast<long>(key.maximum);
      return {std::to_string(minimum), std::to_string(maximum)};
    }
    case Type::fraction:
      return {std::to_string(key.minimum), std::to_string(key.maximum), "0.5"};
    case Type::text:
      if (key.content == Content::choice) return {key.choices.begin(), key.choices.end()};
      if (key.content == Content::extractor) return {"conex"};
      if (key.content == Content::analyzer) return {"auto", "standard", "de", "zh-Hant"};
      if (key.content == Content::path) return {"somewhere", "/some/where"};
      if (key.content == Content::file) return {"\"\"", "some.txt", "/some/where.txt"};
      if (key.content == Content::origin) return {"\"\"", "https://a.example", "http://a.example:8080"};
      if (key.content == Content::base_path) return {"\"\"", "/search", "/a-b/c.d/~e_f"};
      return {"some", "\"with: quotes # and more\""};
    case Type::texts:
      if (key.content == Content::url) return {"[]", "[\"http://a.example/\"]", "https://b.example/x?y"};
      if (key.content == Content::origin) return {"[]", "[\"http://a.example:8080\", \"*\"]", "https://b.example"};
      if (key.content == Content::url_pattern) return {"[]", "[\"*/print/*\", \"/a/*\"]", "/b/*"};
      return {"[]", "[a, b]", "a"};
    case Type::text_map:
      return key.entries == Entries::languages ? std::vector<std::string>{"{}", "{en: de}"}
                                               : std::vector<std::string>{"{}", "{content: body}"};
    case Type::number_map:
      return {"{}", "{title: " + std::to_string(key.minimum) + ", content: " + std::to_string(key.maximum) + "}"};
    case Type::parameters:
      return {"{}", "{conex: {}}", "{conex: {threshold: 1}}"};
  }
  return {};
}

std::vector<std::string> bad_values(const Key& key) {
  switch (key.type()) {
    case Type::flag:
      return {"maybe", "1", "[true]", "{a: true}", "~"};
    case Type::whole: {
      const auto minimum = static_cast<long>(key.minimum), maximum = static_cast<long>(key.maximum);
      return {std::to_string(minimum - 1), std::to_string(maximum + 1), "four", "1.5", "[1]", "{a: 1}", "~", "\"\""};
    }
    case Type::fraction:
      return {std::to_string(key.minimum - 1), std::to_string(key.maximum + 1), "x", "nan", "[1]", "{a: 1}", "~"};
    case Type::text:
      if (key.content == Content::any) return {"[a]", "{a: b}", "~", "\"\"", "\"a\\nb\""};
      if (key.content == Content::file) return {"[a]", "{a: b}", "~", "~/x", "\"a\\nb\""};
      if (key.content == Content::origin)
        return {"[a]", "~", "some", "\"*\"", "https://a.example/", "//a.example", "https://a b"};
      if (key.content == Content::base_path)
        return {"[a]",   "~",    "search", "/",      "/search/", "//a", "/a//b",
                "/../a", "/a/.", "/a?b",   "/a%2fb", "\"/a b\"", "/ä"};
      return {"[a]", "{a: b}", "~", "\"\"", key.content == Content::path ? "~/x" : "nonesuch"};
    case Type::texts:
      return {"{a: b}", "[[a]]", "[\"\"]", "[~]", "[{a: b}]"};
    case Type::text_map:
      return {"5", "[a]", "{nonesuch: a}", "{content: [a]}", "{content: ~}"};
    case Type::number_map:
      return {"5", "[a]", "{nonesuch: 1}", "{title: x}", "{title: -1}", "{title: [1]}", "{title: ~}"};
    case Type::parameters:
      return {"5", "[a]", "{nonesuch: {}}", "{conex: 5}", "{conex: {nonesuch: 1}}", "{conex: {threshold: [1]}}"};
  }
  return {};
}

BOOST_AUTO_TEST_SUITE(config_schema)

BOOST_AUTO_TEST_CASE(the_list_is_well_formed) {
  std::set<std::string_view> paths;
  std::set<std::string_view> closed;  // sections that ended: the keys of a section must be adjacent
  std::string_view open;
  for (const Key& key : keys()) {
    BOOST_TEST_CONTEXT(key.path) {
      BOOST_TEST(paths.insert(key.path).second);
      BOOST_TEST(key.meaning.ends_with('.'));
      BOOST_TEST((find_key(key.path) == &key));
      const std::string_view section = key.path.substr(0, key.path.find('.'));
      BOOST_TEST(is_section(section));
      BOOST_TEST(!is_section(key.path));
      BOOST_TEST(!section_meaning(section).empty());
      if (section != open) BOOST_TEST(closed.insert(section).second);
      open = section;
      const bool number = key.type() == Type::whole || key.type() == Type::fraction || key.type() == Type::number_map;
      BOOST_TEST((number ? key.minimum < key.maximum : key.maximum == 0));
      BOOST_TEST((key.content == Content::choice) == !key.choices.empty());
      BOOST_TEST(key.is_map() == (key.entries != Entries::none));
    }
  }
  BOOST_TEST(find_key("siblings") == nullptr);
  BOOST_TEST(find_key("") == nullptr);
  BOOST_TEST(!is_section("sibling"));
}

BOOST_AUTO_TEST_CASE(defaults_are_in_range) {
  for (const Key& key : keys())
    if (!key.is_map()) BOOST_TEST_CONTEXT(key.path) {
        load_good(nested(key.path, to_yaml(key, get(Settings(), key))));
      }
}

BOOST_AUTO_TEST_CASE(good_values_are_taken) {
  for (const Key& key : keys())
    for (const std::string& value : good_values(key)) BOOST_TEST_CONTEXT(key.path << ": " << value) {
        const Config config = load_good(nested(key.path, value));
        const bool empty_map = value == "{}" || value == "{conex: {}}";
        BOOST_TEST(config.origin(key.path) ==
                   (empty_map ? "default"
                              : "pith.yaml:" + std::to_string(std::count(key.path.begin(), key.path.end(), '.') + 1)));
        for (const Key& other : keys())
          if (&other != &key) BOOST_TEST(config.origin(other.path) == "default");
      }
}

BOOST_AUTO_TEST_CASE(values_reach_their_member_and_no_other) {
  for (const Key& key : keys())
    for (const std::string& value : good_values(key)) {
      const Config config = load_good(nested(key.path, value));
      auto before = testing::flatten(Settings()), after = testing::flatten(config.settings());
      for (const auto& [path, text] : after) {
        if (before[path] == text) continue;
        BOOST_TEST(path.starts_with(key.path), key.path << ": " << value << " changed " << path);
      }
    }
}

BOOST_AUTO_TEST_CASE(bad_values_are_refused) {
  for (const Key& key : keys())
    for (const std::string& value : bad_values(key)) BOOST_TEST_CONTEXT(key.path << ": " << value) {
        std::vector<Problem> problems;
        const auto config = load_text(nested(key.path, value), "pith.yaml", {}, &problems);
        BOOST_REQUIRE(!config);
        BOOST_TEST(problems.size() == 1u);
        BOOST_TEST(problems[0].path.starts_with(key.path));
        BOOST_TEST(problems[0].line == std::count(key.path.begin(), key.path.end(), '.') + 1);
        BOOST_TEST(problems[0].column > 0);
        BOOST_TEST(!problems[0].what.empty());
      }
}

BOOST_AUTO_TEST_CASE(the_command_line_is_checked_the_same) {
  for (const Key& key : keys()) {
    BOOST_TEST_CONTEXT(key.path) {
      for (std::string value : good_values(key)) {
        if (key.type() == Type::text && value.starts_with('"')) continue;  // quotes would be part of the value
        Config config;
        const auto error = config.set(key.path, value, "command line");
        BOOST_TEST(!error, value << ": " << (error ? error->message : ""));
        BOOST_TEST(config.origin(key.path) == "command line");
      }
      for (const std::string& value : bad_values(key)) {
        const bool is_text = key.type() == Type::text || key.type() == Type::texts;
        if (is_text && key.content != Content::choice && key.content != Content::url) continue;  // any text is valid
        Config config;
        const auto error = config.set(key.path, value, "command line");
        BOOST_REQUIRE_MESSAGE(error, value);
        BOOST_TEST(error->code == "bad_config");
        BOOST_TEST(error->message.starts_with("command line: " + std::string(key.path)), error->message);
        BOOST_TEST(config.origin(key.path) == "default");
        BOOST_TEST((testing::flatten(config.settings()) == testing::flatten(Settings())));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(sites_override_what_the_list_says) {
  for (const Key& key : keys()) BOOST_TEST_CONTEXT(key.path) {
      const std::string value = good_values(key).back();
      const std::string yaml = "sites:\n  a.org:\n" + nested(key.path, value, 2);
      const auto config = load_text(yaml, "pith.yaml");
      BOOST_TEST(config.ok() == key.per_site);
      if (!config) continue;
      BOOST_TEST(!config->origin("sites.a.org." + std::string(key.path)).empty());
      BOOST_TEST((testing::flatten(config->settings()) == testing::flatten(Settings())));
      const Config global = load_good(nested(key.path, value));
      BOOST_TEST((testing::flatten(config->for_host("a.org")) == testing::flatten(global.settings())));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
