// A separate page cache for each test, and short ways to fill and inspect it.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "tests/support/temporary.h"

namespace pith::crawl {

inline CapturedPage page(const std::string& url, const std::string& body, std::int64_t fetched = 1000) {
  CapturedPage p;
  p.url = url;
  p.status = 200;
  p.content_type = "text/html";
  p.body = body;
  p.fetched = fetched;
  return p;
}

inline CapturedPage answer(const std::string& url, int status, const std::string& location = "") {
  CapturedPage p = page(url, "");
  p.status = status;
  p.redirect_to = location;
  return p;
}

struct CacheFixture {
  pith::test::TemporaryDirectory directory;
  CacheOptions options{.directory = directory / "cache"};
  CacheLedger cache = open();

  CacheLedger open() {
    auto opened = CacheLedger::open(options);
    BOOST_REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().message));
    return std::move(*opened);
  }
  void store(std::vector<CapturedPage> pages, const CrawlRun& run = {}) {
    const auto error = CacheCapture(cache).store(pages, run);
    BOOST_REQUIRE_MESSAGE(!error, (error ? error->message : ""));
  }
  CachedPage find(const std::string& url) {
    const auto found = cache.find(url);
    BOOST_REQUIRE(found.ok());
    BOOST_REQUIRE_MESSAGE(found->has_value(), url << " is not in the cache");
    return **found;
  }
  std::string state(const std::string& url) {
    const CachedPage p = find(url);
    return name_of(p.state) + (p.reason == PageReason::none ? "" : " " + p.reason.name());
  }
  SiteCounts total() {
    const auto counts = cache.counts();
    BOOST_REQUIRE(counts.ok());
    const SiteCounts& t = counts->back();
    BOOST_TEST(t.captured == t.main + t.fallback + t.whole + t.skipped + t.pending);
    return t;
  }
  // What the indexer does after its commit.
  void finish(const std::string& url, PageState state = PageState::main, std::int64_t page_words = 10) {
    const CachedPage p = find(url);
    const Outcome outcome{.page = p.id,
                          .digest = p.digest,
                          .charset = p.charset,
                          .state = state,
                          .reason = PageReason::ok,
                          .confidence = 0.5,
                          .page_words = page_words,
                          .content_words = 6,
                          .aside_words = 1,
                          .template_words = 2,
                          .fingerprint = "f",
                          .document_digest = "d",
                          .in_index = state != PageState::skipped};
    BOOST_REQUIRE(!cache.record(std::span(&outcome, 1)));
  }
};

}  // namespace pith::crawl
