#include "plugin/serve/host_check.h"

#include <boost/test/unit_test.hpp>

using pith::http::HostCheck;

BOOST_AUTO_TEST_SUITE(host_check)

BOOST_AUTO_TEST_CASE(on_loopback_its_own_names) {
  const HostCheck check("127.0.0.1", 8585, {});
  for (const char* good : {"127.0.0.1:8585", "localhost:8585", "LocalHost:8585", "[::1]:8585"})
    BOOST_TEST(check.allows(good), good);
  for (const char* bad : {"", "localhost", "localhost:80", "localhost:85855", "evil.example:8585", "evil.example",
                          "127.0.0.1:8585.evil.example", "localhost:8585@evil.example", "[::1]", "::1:8585",
                          "127.0.0.2:8585", "localhost.:8585"})
    BOOST_TEST(!check.allows(bad), bad);
}

BOOST_AUTO_TEST_CASE(browsers_leave_port_80_out) {
  const HostCheck check("127.0.0.1", 80, {});
  BOOST_TEST(check.allows("localhost"));
  BOOST_TEST(check.allows("localhost:80"));
}

BOOST_AUTO_TEST_CASE(named_ones_with_any_port_or_with_theirs) {
  const HostCheck check("::1", 8585, {"Search.example", "other.example:443", "[fe80::1]"});
  for (const char* good : {"search.example", "search.example:1", "SEARCH.EXAMPLE:443", "other.example:443",
                           "[fe80::1]:9", "[fe80::1]", "[::1]:8585"})
    BOOST_TEST(check.allows(good), good);
  for (const char* bad : {"other.example", "other.example:44", "a.search.example", "search.example.evil", "[fe80::2]"})
    BOOST_TEST(!check.allows(bad), bad);
}

BOOST_AUTO_TEST_CASE(elsewhere_all_unless_some_are_named) {
  BOOST_TEST(HostCheck("0.0.0.0", 8585, {}).allows("anything.example"));
  const HostCheck check("0.0.0.0", 8585, {"search.example"});
  BOOST_TEST(check.allows("search.example"));
  BOOST_TEST(check.allows("localhost:8585"));
  BOOST_TEST(!check.allows("anything.example"));
}

BOOST_AUTO_TEST_SUITE_END()
