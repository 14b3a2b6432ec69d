#include "config/url_pattern.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace pith::config {
namespace {

bool matches(const std::string& pattern, const std::string& url) {
  const auto parsed = parse_url_pattern(pattern);
  BOOST_REQUIRE_MESSAGE(parsed.ok(), pattern);
  return url_matches(*parsed, *parse_url(url));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(url_pattern)

BOOST_AUTO_TEST_CASE(what_patterns_match) {
  struct Case {
    const char *pattern, *url;
    bool expected;
  };
  for (const Case& c : std::vector<Case>{
           {"*/print/*", "https://a.example/x/print/y.html", true},
           {"*/print/*", "https://a.example/printer/y", false},
           {"/print/*", "https://a.example/print/y", true},
           {"/print/*", "https://a.example/x/print/y", false},
           {"/print/", "https://a.example/print/y", false},
           {"/print/", "https://a.example/print/", true},
           {"*/feed/", "https://a.example/blog/feed/", true},
           {"*/feed/", "https://a.example/blog/feed/x", false},
           {"*?replytocom=*", "https://a.example/post?replytocom=7", true},
           {"*?replytocom=*", "https://a.example/post?a=b&replytocom=7", false},
           {"/?s=*", "https://a.example/?s=boat", true},
           {"a.example/old/*", "http://a.example/old/x", true},
           {"a.example/old/*", "http://b.a.example/old/x", false},
           {"*.a.example/*", "http://b.a.example/x", true},
           {"a.example:8080/*", "http://a.example:8080/x", true},
           {"a.example/*", "http://a.example:8080/x", false},
           {"http://a.example/*", "http://a.example/x", true},
           {"http://a.example/*", "https://a.example/x", false},
           {"*", "https://a.example/", true},
           {"/Ärger/*", "https://a.example/%C3%84rger/x", true},
           {"/%c3%84rger/*", "https://a.example/Ärger/x", true},
           {"/a%7Eb", "https://a.example/a~b", true},
           {"/a b*", "https://a.example/a%20bc", true},
       })
    BOOST_TEST(matches(c.pattern, c.url) == c.expected, c.pattern << " and " << c.url);
}

BOOST_AUTO_TEST_CASE(patterns_that_match_nothing_are_refused) {
  for (const char* pattern : {"", "feed", "?s=boat"}) BOOST_TEST(!parse_url_pattern(pattern).ok(), pattern);
  BOOST_TEST(!parse_url_pattern(std::string(1001, '*')).ok());
  BOOST_TEST(parse_url_pattern("feed").error().message.find("\"/feed/*\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(several_patterns) {
  const UrlPatterns patterns(std::vector<std::string>{"*/print/*", "/feed/"});
  BOOST_TEST(patterns.match(*parse_url("https://a.example/feed/")));
  BOOST_TEST(patterns.match(*parse_url("https://a.example/a/print/b")));
  BOOST_TEST(!patterns.match(*parse_url("https://a.example/")));
  BOOST_TEST(!UrlPatterns().match(*parse_url("https://a.example/")));
}

BOOST_AUTO_TEST_CASE(a_hostile_pattern_takes_no_time) {
  std::string pattern = "/";
  for (int i = 0; i < 300; ++i) pattern += "*a";
  BOOST_TEST(!matches(pattern + "*b", "https://a.example/" + std::string(8000, 'a')));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::config
