#include "config/crawl_settings.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "helpers.h"

namespace pith::config {
namespace {

using Urls = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(config_crawl_settings)

BOOST_AUTO_TEST_CASE(a_crawl_has_the_settings_of_its_start) {
  const Config config = testing::load_good(
      "crawl: {rate: 10}\n"
      "sites:\n"
      "  '*.a.org': {crawl: {rate: 2, depth: 3, options: [-x]}}\n"
      "  '127.0.0.1:8802': {crawl: {rate: 0}}\n"
      "  same.org: {extract: {skip: true}}\n");
  const auto crawl_of = [&](const Urls& urls) {
    const auto found = for_crawl(config, urls);
    BOOST_REQUIRE(found.ok());
    return found->settings().crawl;
  };
  BOOST_TEST(crawl_of({"https://docs.a.org/", "http://a.org/x"}).rate == 2);
  BOOST_TEST(crawl_of({"https://a.org/"}).depth == 3);
  BOOST_TEST(crawl_of({"https://a.org/"}).options == Urls{"-x"});
  BOOST_TEST(crawl_of({"http://127.0.0.1:8802/"}).rate == 0);
  BOOST_TEST(crawl_of({"http://127.0.0.1:8803/"}).rate == 10);
  BOOST_TEST(crawl_of({"http://b.org/", "http://same.org/"}).rate == 10);  // these differ in what is no crawl's
  BOOST_TEST(crawl_of({}).rate == 10);
  BOOST_TEST(crawl_of({"notaurl"}).rate == 10);
  const auto torn = for_crawl(config, Urls{"https://b.org/", "https://a.org/"});
  BOOST_REQUIRE(!torn.ok());
  BOOST_TEST(torn.error().code == "sites_differ");
  BOOST_TEST(torn.error().message ==
             "crawl.depth is 20 for b.org and 3 for a.org (sites:); crawl them one after the other");
}

BOOST_AUTO_TEST_CASE(the_command_line_wins) {
  Config config = testing::load_good("sites:\n  a.org: {crawl: {rate: 2}}\n");
  BOOST_REQUIRE(!config.set("crawl.rate", "7", "command line"));
  BOOST_TEST(for_crawl(config, Urls{"https://a.org/", "https://b.org/"})->settings().crawl.rate == 7);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
