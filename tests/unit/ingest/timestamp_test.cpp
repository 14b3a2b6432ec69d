#include "crawler_adapter/inputs/timestamp.h"

#include <boost/test/unit_test.hpp>

using pith::ingest::parse_digits;
using pith::ingest::parse_timestamp;

BOOST_AUTO_TEST_CASE(timestamps) {
  BOOST_TEST(parse_timestamp("1970-01-01T00:00:00Z").value() == 0);
  BOOST_TEST(parse_timestamp("2026-11-21T21:35:20Z").value() == 1795296920);
  BOOST_TEST(parse_timestamp("2026-11-21T21:35:20.123456789Z").value() == 1795296920);
  BOOST_TEST(parse_timestamp("2026-11-21T23:35:20+02:00").value() == 1795296920);
  BOOST_TEST(parse_timestamp("2026-11-21T21:35:20").value() == 1795296920);
  for (const char* bad :
       {"", "yesterday", "2026-11-21", "2026-11-21T21:35:20 and more", "2026-13-41T99:99:99Z", "20261121213520"})
    BOOST_TEST(!parse_timestamp(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(timestamps_of_digits) {
  BOOST_TEST(parse_digits("19700101000000").value() == 0);
  BOOST_TEST(parse_digits("20261121213520").value() == 1795296920);
  BOOST_TEST(parse_digits("202611212135").value() == 1795296900);
  for (const char* bad :
       {"", "20261121", "2026112121352", "20261341999999", "20261121 21352", "2026112121352x", "20261121213520123"})
    BOOST_TEST(!parse_digits(bad).has_value(), bad);
}
