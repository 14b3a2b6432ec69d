// Builds both indexes from a page cache that changes meanwhile.
#include "plugin/measure/two_indexes.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/measure/measurement_report.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::measure;

namespace {

constexpr int pages = 500;  // more than extraction can be ahead of what takes its results

std::string url_of(int page) { return "http://example.org/" + std::to_string(page) + ".html"; }

// 60 words that no other page has.
std::string words(int page) {
  const std::string own{static_cast<char>('a' + page / 26), static_cast<char>('a' + page % 26)};
  std::string text;
  for (int i = 0; i < 60; ++i) text += " word" + own + std::to_string(i);
  return text;
}

crawl::CapturedPage captured(int page, const std::string& body) {
  crawl::CapturedPage out;
  out.url = url_of(page);
  out.status = 200;
  out.content_type = "text/html";
  out.fetched = 1000 + page;
  out.body = body;
  return out;
}

std::string html(const std::string& text) { return "<title>A page</title><body><p>" + text + "</p></body>"; }

// A configuration and its cache.
struct Fixture {
  test::TemporaryDirectory directory;
  config::Config config = load();

  config::Config load() const {
    auto loaded = config::load_text("cache: {path: cache}\nextract: {threads: 1}\n", "pith.yaml", directory.path());
    BOOST_REQUIRE(loaded.ok());
    return std::move(*loaded);
  }

  crawl::CacheLedger cache(std::int64_t site_max_pages = 0) const {
    auto opened =
        crawl::CacheLedger::open({.directory = config.settings().cache.path, .site_max_pages = site_max_pages});
    BOOST_REQUIRE(opened.ok());
    return std::move(*opened);
  }

  Result<TwoIndexes> build(const pipeline::IndexHooks& hooks = {}) const {
    QueryMaker queries({});
    return build_two_indexes(config, "", directory.path() + "/measured", queries, hooks);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(two_indexes, Fixture)

// Pages that a crawl evicts while both indexes are built are left out and reported; the command goes on.
BOOST_AUTO_TEST_CASE(pages_that_are_evicted_meanwhile) {
  std::vector<crawl::CapturedPage> all;
  for (int i = 0; i < pages; ++i) all.push_back(captured(i, html(words(i))));
  {
    crawl::CacheLedger filled = cache();
    BOOST_REQUIRE(!crawl::CacheCapture(filled).store(all));
    for (int i = 0; i < pages; ++i) {  // no page is evicted before it is extracted
      const auto page = filled.find(url_of(i));
      BOOST_REQUIRE((page.ok() && *page));
      crawl::Outcome outcome;
      outcome.page = (*page)->id;
      outcome.digest = (*page)->digest;
      outcome.state = crawl::PageState::main;
      outcome.reason = crawl::PageReason::ok;
      outcome.fingerprint = outcome.document_digest = "f";
      outcome.in_index = true;
      BOOST_REQUIRE(!filled.record({&outcome, 1}));
    }
  }
  bool done = false;
  pipeline::IndexHooks hooks;
  hooks.progress = [&](const pipeline::IndexProgress&) {
    if (std::exchange(done, true)) return;
    crawl::CacheLedger bounded = cache(1);
    BOOST_REQUIRE(!crawl::CacheCapture(bounded).store(std::vector{captured(pages, html(words(pages)))}));
  };
  const auto built = build(hooks);
  BOOST_REQUIRE(built.ok());
  BOOST_TEST(done);
  BOOST_TEST(built->evicted > 0);
  BOOST_TEST(built->evicted + built->documents == pages);
  BOOST_TEST(built->places.size() == built->documents);

  Measurement measurement;
  measurement.indexes = *built;
  const std::string told =
      std::to_string(built->evicted) + " pages left the page cache while this read it, and are in neither index.";
  const auto lines = preface(measurement);
  BOOST_TEST((std::find(lines.begin(), lines.end(), told) != lines.end()));
  BOOST_TEST(report_json(measurement, {}).find("\"evicted\": " + std::to_string(built->evicted)) != std::string::npos);
}

// Words of folded pages are in neither index.
BOOST_AUTO_TEST_CASE(words_are_those_of_the_indexes) {
  BOOST_REQUIRE(
      !crawl::CacheCapture(cache()).store(std::vector{captured(0, html(words(0))), captured(1, html(words(1)))}));
  const auto two = build();
  BOOST_REQUIRE(two.ok());
  std::filesystem::remove_all(directory.path() + "/measured");
  BOOST_REQUIRE(!crawl::CacheCapture(cache()).store(std::vector{captured(2, html(words(1)))}));
  const auto three = build();
  BOOST_REQUIRE(three.ok());
  BOOST_TEST(three->documents == 2);
  BOOST_TEST(three->place_of(url_of(2)) == url_of(1));
  BOOST_TEST(three->site_of(url_of(2)) == "example.org");
  BOOST_TEST(three->whole.words == two->whole.words);
  BOOST_TEST(three->main.words == two->main.words);
  BOOST_TEST(two->main.words >= 120);
}

BOOST_AUTO_TEST_CASE(only_the_main_index_knows_what_pages_say_of_each_other) {
  std::vector<crawl::CapturedPage> all;
  for (int i = 0; i < pages; ++i) {
    const std::string link = i == 0 ? " <a href='/moved'>numbat garden</a> and " : "";
    all.push_back(captured(i, html(words(i) + link + words(i + 10))));
  }
  crawl::CapturedPage moved = captured(pages, "");
  moved.url = "http://example.org/moved";
  moved.status = 301;
  moved.redirect_to = url_of(3);
  all.push_back(moved);
  {
    crawl::CacheLedger filled = cache();
    BOOST_REQUIRE(!crawl::CacheCapture(filled).store(all));
  }
  const auto indexes = build();
  BOOST_REQUIRE_MESSAGE(indexes.ok(), (indexes.ok() ? "" : indexes.error().message));
  const auto found = [](const std::string& path) {
    const auto searcher = index::Searcher::open(path, {.timeout = 0});
    BOOST_REQUIRE(searcher.ok());
    BOOST_TEST(*searcher->count() == static_cast<std::size_t>(pages));
    std::vector<std::string> urls;
    const auto hits = searcher->search({.text = "inbound:\"numbat garden\""});
    BOOST_REQUIRE(hits.ok());
    for (const index::Hit& hit : hits->hits) urls.push_back(hit.url);
    return urls;
  };
  BOOST_TEST(found(indexes->main.path) == std::vector{url_of(3)});
  BOOST_TEST(found(indexes->whole.path).empty());
}

BOOST_AUTO_TEST_SUITE_END()
