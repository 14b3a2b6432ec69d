// The cache's bounds never cost the index a page.
#include <boost/test/unit_test.hpp>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

BOOST_AUTO_TEST_SUITE(cache_bounds)

BOOST_AUTO_TEST_CASE(pending_pages_are_never_evicted) {
  constexpr int articles = 20, kept = 5;
  Site site;
  put_articles(site, articles);
  const Project unbounded, bounded("cache:\n  site_max_pages: 5\n");
  unbounded.must({"crawl", site.url("/")});

  bounded.must({"crawl", site.url("/"), "--capture-only"});
  for (const auto& [url, row] : bounded.cache()) BOOST_TEST(row.at("stored") > 0, url);
  BOOST_TEST(bounded.stats().at("pending") == articles + 1);
  bounded.must({"index"});
  check_same_index(bounded.index(), unbounded.index());
  BOOST_TEST(bounded.stats().at("indexed") == articles + 1);

  // Now that they are indexed, the bound applies, and the index keeps its pages.
  int bodies = 0;
  for (const auto& [url, row] : bounded.cache()) bodies += row.at("stored") > 0;
  BOOST_TEST(bodies == kept);
  BOOST_TEST(bounded.stats().at("indexed") == articles + 1);
  bounded.must({"index"});
  check_same_index(bounded.index(), unbounded.index());
}

BOOST_AUTO_TEST_SUITE_END()
