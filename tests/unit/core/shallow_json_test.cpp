#include "core/text/shallow_json.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <string>

using namespace pith;
using nlohmann::json;

namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

BOOST_AUTO_TEST_SUITE(shallow_json)

BOOST_AUTO_TEST_CASE(depth_counts_arrays_and_objects) {
  BOOST_TEST(is_shallow_json(nested(max_json_depth)));
  BOOST_TEST(!is_shallow_json(nested(max_json_depth + 1)));
  std::string mixed;
  for (std::size_t i = 0; i < max_json_depth; ++i) mixed += i % 2 ? "[" : "{\"a\":";
  BOOST_TEST(is_shallow_json(mixed));
  BOOST_TEST(!is_shallow_json(mixed + "{"));
}

BOOST_AUTO_TEST_CASE(what_is_closed_does_not_count) {
  std::string wide = "[";
  for (int i = 0; i < 1000; ++i) wide += "[],{},";
  BOOST_TEST(is_shallow_json(wide));
}

BOOST_AUTO_TEST_CASE(brackets_in_strings_do_not_count) {
  const std::string brackets(1000, '[');
  BOOST_TEST(is_shallow_json("[\"" + brackets + "\"]"));
  BOOST_TEST(is_shallow_json("[\"\\\"" + brackets + "\"]"));
  BOOST_TEST(!is_shallow_json("[\"\\\\\"," + brackets));
  BOOST_TEST(is_shallow_json("\"\\"));
}

BOOST_AUTO_TEST_CASE(a_tree_has_no_more_than_its_size) {
  const auto size = json_size(R"({"a": [1, 2, {"b": "x,y", "c": {}}], "d": "\",{["})");
  BOOST_TEST(size.depth == 4u);
  BOOST_TEST(size.members == 2u);
  BOOST_TEST(size.values >= 8u);
  BOOST_TEST(size.values <= 12u);
  std::string many = "[0";
  for (int i = 1; i < 1000; ++i) many += ",0";
  BOOST_TEST(json_size(many + "]").values == 1001u);
  BOOST_TEST(json_size(many + "]").members == 0u);
  BOOST_TEST(json_size("[{\"x\":" + many + "],\"y\":1").members == 2u);  // what is not closed counts
  BOOST_TEST(json_size(nested(max_json_depth + 7)).depth == max_json_depth + 1);
  for (const char* odd : {"", "]}],,", "\"", "{]{]"}) BOOST_TEST(json_size(odd).depth <= 2u, odd);
}

BOOST_AUTO_TEST_CASE(parses_what_is_shallow_and_discards_the_rest) {
  BOOST_TEST(parse_shallow_json<json>("{\"a\":[1]}")["a"][0] == 1);
  BOOST_TEST(parse_shallow_json<json>(nested(100'000)).is_discarded());
  BOOST_TEST(parse_shallow_json<json>("{").is_discarded());
  BOOST_TEST(parse_shallow_json<json>("").is_discarded());
}

BOOST_AUTO_TEST_SUITE_END()
