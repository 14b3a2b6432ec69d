#include "crawler_adapter/page/robots_header.h"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace pith::crawl;

BOOST_AUTO_TEST_SUITE(robots_header)

BOOST_AUTO_TEST_CASE(values_come_one_a_line) {
  BOOST_TEST(robots_of_headers(
                 "HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\nETag: \"x\"\r\nx-robots-TAG:otherbot: none, \r\n\r\n") ==
             "noindex\notherbot: none,");
  BOOST_TEST(robots_of_headers("HTTP/1.1 200 OK\nContent-Type: text/html\n\n") == "");
  BOOST_TEST(robots_of_headers("") == "");
}

BOOST_AUTO_TEST_CASE(only_the_header_itself_counts) {
  BOOST_TEST(robots_of_headers("X-Robots-Tags: noindex\nNot-X-Robots-Tag: none\nX-Other: X-Robots-Tag: "
                               "none\nX-Robots-Tag\nX-Robots-Tag:\n") == "");
}

BOOST_AUTO_TEST_CASE(a_flood_of_headers_is_bounded) {
  std::string headers;
  for (int i = 0; i < 10'000; ++i) headers += "X-Robots-Tag: otherbot: noindex\n";
  const std::string robots = robots_of_headers(headers);
  BOOST_TEST(robots.size() <= max_robots_bytes);
  BOOST_TEST(robots.ends_with("noindex"));
  BOOST_TEST(robots_of_headers("X-Robots-Tag: " + std::string(1 << 20, 'x')) == "");
}

BOOST_AUTO_TEST_SUITE_END()
