#include "plugin/crawl/crawl_lock.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <optional>
#include <thread>

#include "tests/support/temporary.h"

using pith::pipeline::CrawlLock;

BOOST_AUTO_TEST_SUITE(crawl_lock)

BOOST_AUTO_TEST_CASE(one_at_a_time) {
  const pith::test::TemporaryDirectory directory;
  std::optional<CrawlLock> first(*CrawlLock::take(directory / "made/crawl.lock"));
  const auto second = CrawlLock::take(directory / "made/crawl.lock");
  BOOST_TEST_REQUIRE(!second);
  BOOST_TEST(second.error().code == "crawl");
  BOOST_TEST(CrawlLock::take(directory / "made/other.lock").ok());
  first.reset();
  BOOST_TEST(CrawlLock::take(directory / "made/crawl.lock").ok());
}

// As by the child of a killed process that was about to become the crawler.
BOOST_AUTO_TEST_CASE(a_lock_that_is_about_to_end_is_waited_for) {
  const pith::test::TemporaryDirectory directory;
  std::optional<CrawlLock> first(*CrawlLock::take(directory / "crawl.lock"));
  std::thread end([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    first.reset();
  });
  BOOST_TEST(CrawlLock::take(directory / "crawl.lock").ok());
  end.join();
}

BOOST_AUTO_TEST_SUITE_END()
