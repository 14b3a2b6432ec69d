#include "indexer_adapter/query/query_cost.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>

using namespace pith::index;

namespace {

bool is_cheap(const Query& query) { return cost_of(query) <= most_of_cheap_search; }

std::string repeated(const std::string& words, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += words;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_cost)

BOOST_AUTO_TEST_CASE(what_people_type_is_cheap) {
  for (const char* text :
       {"harbour", "virtual host", "rewrite OR redirect", "\"virtual host\" apache", "proxy -ftp", "config*",
        "title:install", "after:2024 release", "misspelt~", "one two three four five six seven eight",
        "C++ std::vector", "\"to be or not\"", "url:https://example.org/a", "北京 大学"}) {
    BOOST_TEST(is_cheap({.text = text, .facets = true}), text);
    BOOST_TEST(cost_of({.text = text}) > 0u, text);
  }
  BOOST_TEST(is_cheap({.site = "example.org", .lang = "de", .after = "2024", .facets = true}));
  BOOST_TEST(is_cheap({.text = "harbour", .order = Order::newest, .facets = true, .explain = true, .offset = 500}));
}

BOOST_AUTO_TEST_CASE(hostile_queries_are_expensive) {
  for (const std::string& text :
       {repeated("word OR ", 50) + "word", "\"" + repeated("word ", 8) + "\"~1000", std::string("a* b*"),
        std::string("virtual+b*+c*"), std::string("h?t* c*a*e"), repeated("fuzzy~ ", 5), repeated("-a ", 20),
        repeated("(a OR (b -c)) ", 5), "x" + repeated("-x", 900), repeated("北", 600), std::string("url:http* harbour"),
        repeated("a-b-c* ", 4)})
    BOOST_TEST(!is_cheap({.text = text}), text);
  BOOST_TEST(!is_cheap({.like = "https://example.org/"}));
  BOOST_TEST(!is_cheap({.text = "harbour", .limit = 100}));
  BOOST_TEST(!is_cheap({.text = "harbour", .explain = true, .limit = 50}));
  BOOST_TEST(!is_cheap({.text = "harbour", .offset = 9900}));
}

BOOST_AUTO_TEST_CASE(invalid_queries_cost_nothing) {
  for (const std::string& text :
       {std::string("("), repeated("(", 500), repeated("long ", 1000), std::string("titel:a"), std::string("\xFF")})
    BOOST_TEST(cost_of({.text = text}) == 0u, text);
  const std::size_t most = static_cast<std::size_t>(-1);
  BOOST_TEST(cost_of({.text = "a", .explain = true, .offset = most, .limit = most}) < 100'000u);
}

BOOST_AUTO_TEST_SUITE_END()
