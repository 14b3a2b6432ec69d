#include "config/host_pattern.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace pith::config {
namespace {

// Everything that a pattern matches, by definition: a slow oracle for host_matches.
bool oracle(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    for (std::size_t i = 0; i <= text.size(); ++i)
      if (oracle(pattern.substr(1), text.substr(i))) return true;
    return false;
  }
  return !text.empty() && text[0] == pattern[0] && oracle(pattern.substr(1), text.substr(1));
}

// Calls f with every text over the alphabet of at most `longest` characters.
template <typename F>
void each_text(std::string_view alphabet, std::size_t longest, F f, const std::string& begin = "") {
  f(begin);
  if (begin.size() == longest) return;
  for (const char c : alphabet) each_text(alphabet, longest, f, begin + c);
}

BOOST_AUTO_TEST_SUITE(config_host_pattern)

BOOST_AUTO_TEST_CASE(agrees_with_the_oracle_on_all_small_texts) {
  each_text("a*.", 4, [](const std::string& pattern) {
    each_text("a.", 4, [&](const std::string& host) {
      if (host.ends_with('.')) return;
      const bool bare = pattern.starts_with("*.") && oracle(std::string_view(pattern).substr(2), host);
      BOOST_REQUIRE_MESSAGE(host_matches(pattern, host) == (oracle(pattern, host) || bare), pattern + " " + host);
    });
  });
}

BOOST_AUTO_TEST_CASE(long_patterns_end_soon) {
  std::string pattern, host(250, 'a');
  for (int i = 0; i < 120; ++i) pattern += "a*";
  BOOST_TEST(!host_matches(pattern + "b", host));
  BOOST_TEST(host_matches(pattern, host));
}

BOOST_AUTO_TEST_CASE(hosts_match_in_any_case) {
  BOOST_TEST(host_matches("*.example.org", "WWW.Example.Org."));
  BOOST_TEST(!host_matches("*.example.org", "badexample.org"));
  BOOST_TEST(host_matches("*", ""));
}

BOOST_AUTO_TEST_CASE(a_port_in_a_pattern_is_wanted) {
  BOOST_TEST(host_matches("127.0.0.1:8802", "127.0.0.1:8802"));
  BOOST_TEST(!host_matches("127.0.0.1:8802", "127.0.0.1:8803"));
  BOOST_TEST(!host_matches("127.0.0.1:8802", "127.0.0.1"));
  BOOST_TEST(host_matches("127.0.0.1", "127.0.0.1:8802"));
  BOOST_TEST(host_matches("*.example.org:81", "example.org:81"));
  BOOST_TEST(host_matches("[::1]", "[::1]:81"));
  BOOST_TEST(!host_matches("[::1]:81", "[::1]"));
  BOOST_TEST(host_with_port(*parse_url("http://127.0.0.1:8802/a")) == "127.0.0.1:8802");
  BOOST_TEST(host_with_port(*parse_url("https://example.org:443/a")) == "example.org");
}

BOOST_AUTO_TEST_CASE(patterns_are_normalised) {
  const std::pair<std::string, std::string> cases[] = {{"Example.ORG", "example.org"},
                                                       {"example.org.", "example.org"},
                                                       {"*.EXAMPLE.org", "*.example.org"},
                                                       {"*", "*"},
                                                       {"*.*", "*.*"},
                                                       {"*.b\u00fccher.example", "*.xn--bcher-kva.example"},
                                                       {"[::1]", "[::1]"},
                                                       {"[::1]:8802", "[::1]:8802"},
                                                       {"127.0.0.1:8802", "127.0.0.1:8802"},
                                                       {"*.B\u00fccher.example:81", "*.xn--bcher-kva.example:81"},
                                                       {"10.0.*", "10.0.*"},
                                                       {"localhost", "localhost"}};
  for (const auto& [text, expected] : cases) {
    const auto pattern = parse_host_pattern(text);
    BOOST_REQUIRE_MESSAGE(pattern, text);
    BOOST_TEST(*pattern == expected);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_pattern_is_refused) {
  for (const std::string& text :
       {std::string(), std::string("a b"), std::string("*."), std::string("."), std::string("http://a.org"),
        std::string("a.org/x"), std::string("a.org:80"), std::string("a.org:x"), std::string("a.org:"),
        std::string("a:b:81"), std::string("a.org:123456"), std::string("a?b"), std::string("[::1"),
        std::string("[::1]:80"), std::string("\u00fc.*"), std::string("a\0b", 3), std::string(254, 'a')}) {
    const auto pattern = parse_host_pattern(text);
    BOOST_TEST(!pattern, text);
    if (!pattern) BOOST_TEST(pattern.error().code == "host_pattern");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
