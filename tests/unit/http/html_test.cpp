#include "plugin/serve/html.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <string>
#include <string_view>

using pith::http::Html;
using pith::http::isolated;

namespace {

// What a browser reads from escaped text, using the few existing references.
std::string read_by_a_browser(std::string text) {
  const std::map<std::string, std::string> references = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '&') {
      out += text[at++];
      continue;
    }
    const std::size_t end = text.find(';', at);
    BOOST_REQUIRE(end != std::string::npos);
    out += references.at(text.substr(at, end + 1 - at));
    at = end + 1;
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html)

BOOST_AUTO_TEST_CASE(only_literals_are_markup) {
  const std::string attack = "\"><script>'&lt;";
  const std::string_view view = attack;
  Html html;
  html << "<b title=\"" << attack << "\">" << view << "</b>";
  BOOST_TEST(html.str() ==
             "<b title=\"&quot;&gt;&lt;script&gt;&#39;&amp;lt;\">&quot;&gt;&lt;script&gt;&#39;&amp;lt;</b>");
  BOOST_TEST((Html() << html).str() == html.str());
}

BOOST_AUTO_TEST_CASE(every_pair_of_bytes_reads_as_it_was) {
  for (int first = 1; first < 256; ++first)
    for (int second = 1; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const std::string escaped = (Html() << text).str();
      BOOST_REQUIRE(escaped.find_first_of("<>\"'") == std::string::npos);
      std::string expected = text;
      for (char& c : expected)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f) c = ' ';
      BOOST_REQUIRE(read_by_a_browser(escaped) == expected);
    }
}

BOOST_AUTO_TEST_CASE(text_of_others_is_isolated_and_closes_what_it_opens) {
  const std::string title = "a\u202E<b>\u2066";
  BOOST_TEST((Html() << isolated(title)).str() == "<bdi>a\u202E&lt;b&gt;\u2066\u2069</bdi>");
}

BOOST_AUTO_TEST_SUITE_END()
