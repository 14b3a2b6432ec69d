// What a run reports about its progress while threads work on several sites at once.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/index/index_run.h"
#include "plugin/terminal/terminal.h"
#include "tests/support/temporary.h"

using namespace pith;

BOOST_AUTO_TEST_SUITE(progress)

BOOST_AUTO_TEST_CASE(pages_are_never_fewer_than_those_examined) {
  constexpr int sites = 60;
  const test::TemporaryDirectory directory;
  const auto config = config::load_text("cache: {path: cache}\nindex: {path: index}\nextract: {threads: 4}\n",
                                        "pith.yaml", directory.path());
  BOOST_REQUIRE(config.ok());
  std::vector<crawl::CapturedPage> pages;
  for (int site = 0; site < sites; ++site) {
    for (int page = 0; page <= site % 3; ++page) {
      crawl::CapturedPage captured;
      captured.url = "http://site" + std::to_string(site) + ".example/" + std::to_string(page) + ".html";
      captured.status = 200;
      captured.content_type = "text/html";
      captured.body = "<title>A page</title><p>Text of page " + std::to_string(page) + ".</p>" +
                      std::string(site % 7 == 0 ? 200'000 : 0, ' ');  // so that some sites end before earlier ones
      pages.push_back(std::move(captured));
    }
  }
  {
    auto cache = crawl::CacheLedger::open({.directory = config->settings().cache.path});
    BOOST_REQUIRE(cache.ok());
    BOOST_REQUIRE(!crawl::CacheCapture(*cache).store(pages));
  }
  pipeline::IndexProgress last;
  pipeline::IndexHooks hooks;
  hooks.progress = [&](const pipeline::IndexProgress& now) {
    BOOST_TEST(now.examined <= now.pages);
    BOOST_TEST(now.pages >= last.pages);
    BOOST_TEST(now.site >= last.site);
    last = now;
  };
  const auto summary = pipeline::run_index(*config, hooks, {});
  BOOST_REQUIRE(summary.ok());
  BOOST_TEST(last.pages == static_cast<std::int64_t>(pages.size()));
  BOOST_TEST(last.examined == last.pages);
  BOOST_TEST(last.site == sites);
  BOOST_TEST(last.sites == sites);
}

BOOST_AUTO_TEST_CASE(a_moment_has_no_rate) {
  using cli::human_rate;
  BOOST_TEST(human_rate(48, 0.9) == "");
  BOOST_TEST(human_rate(0, 60) == "");
  BOOST_TEST(human_rate(48, 1) == "48 a second");
  BOOST_TEST(human_rate(312, 61) == "5.11 a second");
  BOOST_TEST(human_rate(1, 3) == "one in 3 s");
  BOOST_TEST(human_rate(1234567, 100) == "12,346 a second");
}

BOOST_AUTO_TEST_SUITE_END()
