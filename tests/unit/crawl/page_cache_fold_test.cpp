// Folded pages in the page cache.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::crawl;

namespace {

const std::string a = "http://h/a", b = "http://h/b";

CapturedPage page(const std::string& url, const std::string& body) {
  CapturedPage p;
  p.url = url;
  p.status = 200;
  p.content_type = "text/html";
  p.body = body;
  p.fetched = 1000;
  return p;
}

// Two pages in the index; b is to be folded into a.
struct Fixture {
  test::TemporaryDirectory directory;
  CacheOptions options{.directory = directory.path()};
  CacheLedger cache = open();

  Fixture() {
    store({page(a, "<p>a"), page(b, "<p>b")});
    record(a);
    record(b);
  }

  CacheLedger open() {
    auto opened = CacheLedger::open(options);
    BOOST_REQUIRE(opened.ok());
    return std::move(*opened);
  }
  void store(std::vector<CapturedPage> pages, const CrawlRun& run = {}) {
    BOOST_REQUIRE(!CacheCapture(cache).store(pages, run));
  }
  CachedPage find(const std::string& url) {
    const auto found = cache.find(url);
    BOOST_REQUIRE((found.ok() && *found));
    return **found;
  }
  std::string state(const std::string& url) {
    const CachedPage p = find(url);
    return name_of(p.state) + (" " + p.reason.name()) + " " + p.folded_into;
  }
  void record(const std::string& url, const std::string& digest = "d", bool stays_folded = false) {
    const CachedPage p = find(url);
    Outcome outcome;
    outcome.page = p.id;
    outcome.digest = p.digest;
    outcome.state = PageState::main;
    outcome.reason = PageReason::ok;
    outcome.fingerprint = outcome.document_digest = "f";
    outcome.in_index = !stays_folded;
    outcome.stays_folded = stays_folded;
    outcome.canonical = "http://h/c";
    outcome.content = {digest, ~std::uint64_t{0}, 7, {1, 2, 3, ~std::uint64_t{0}}};
    outcome.content_words = 7;
    outcome.page_words = 20;
    outcome.has_headline = true;
    BOOST_REQUIRE(!cache.record(std::span(&outcome, 1)));
  }
  std::int64_t fold(const std::string& url, const std::string& into, const std::string& digest = "d") {
    const FoldChange change{.page = find(url).id, .digest = digest, .into = into, .reason = PageReason::duplicate};
    const auto pending = cache.fold(std::span(&change, 1));
    BOOST_REQUIRE_MESSAGE(pending.ok(), (pending.ok() ? "" : pending.error().message));
    return *pending;
  }
  std::vector<ExtractedRow> rows() {
    auto list = cache.extracted_rows("h");
    BOOST_REQUIRE(list.ok());
    return *list;
  }
  std::vector<std::string> to_remove() {
    std::vector<std::string> urls;
    const auto list = cache.to_remove();
    BOOST_REQUIRE(list.ok());
    for (const auto& [id, url] : *list) urls.push_back(url);
    return urls;
  }
  SitePage in_site(const std::string& url) {
    const auto state = cache.site_state("h");
    BOOST_REQUIRE(state.ok());
    for (const SitePage& p : state->pages)
      if (p.url == url) return p;
    BOOST_FAIL("not in the site: " << url);
    return {};
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(page_cache_fold, Fixture)

BOOST_AUTO_TEST_CASE(what_was_recorded_comes_back_in_order_of_url) {
  const auto list = rows();
  BOOST_REQUIRE(list.size() == 2u);
  BOOST_TEST(list[0].url == a);
  BOOST_TEST(list[1].url == b);
  BOOST_TEST(list[1].canonical == "http://h/c");
  BOOST_TEST(list[1].content.digest == "d");
  BOOST_TEST(list[1].content.simhash == ~std::uint64_t{0});
  BOOST_TEST(list[1].content.words == 7);
  BOOST_TEST((list[1].content.keyed == KeyedSimhash{1, 2, 3, ~std::uint64_t{0}}));
  BOOST_TEST(list[1].content.body == find(b).digest);
  BOOST_TEST(list[1].can_be_indexed);
  BOOST_TEST(list[1].has_headline);
  BOOST_TEST(list[1].page_words == 20);
  BOOST_TEST(list[1].links.empty());  // not yet known
  const std::vector<std::uint64_t> links = {hash_url(a), 7};
  BOOST_REQUIRE(!cache.save_links(find(b).id, find(b).digest, links));
  BOOST_TEST((rows()[1].links == links));
  BOOST_TEST(list[1].folded_into == "");
  store({page("http://h/new", "<p>n"), page("http://other/", "<p>o")});  // pending, and on another site
  BOOST_TEST(rows().size() == 2u);
}

BOOST_AUTO_TEST_CASE(folded_page_is_skipped_and_its_document_to_be_removed) {
  BOOST_TEST(fold(b, a) == 0);
  BOOST_TEST(state(b) == "skipped duplicate " + a);
  BOOST_TEST((to_remove() == std::vector{b}));
  BOOST_TEST(in_site(b).folded);
  BOOST_TEST(!in_site(b).pending);
  BOOST_TEST(in_site(b).fingerprint == "f");  // nothing needs to be extracted
  BOOST_TEST(in_site(b).document_digest == "");
  BOOST_REQUIRE(rows().size() == 2u);
  BOOST_TEST(rows()[1].folded_into == a);
  BOOST_TEST((rows()[1].reason == PageReason::duplicate));
}

// The page is written when it comes back, whether or not its document was removed.
BOOST_AUTO_TEST_CASE(page_that_comes_back_is_pending_and_to_be_written) {
  fold(b, a);
  BOOST_TEST(fold(b, "") == 1);
  BOOST_TEST(state(b) == "pending  ");
  BOOST_TEST(in_site(b).document_digest == "");
  BOOST_TEST(to_remove().empty());
  BOOST_TEST(fold(b, "") == 0);  // it is no longer folded
}

BOOST_AUTO_TEST_CASE(page_that_cannot_be_extracted_again_is_evicted) {
  fold(b, a);
  options.site_max_pages = 1;
  cache = open();
  BOOST_REQUIRE(CacheCapture(cache).prune().ok());
  const std::string without = find(a).stored == 0 ? a : b;
  if (without == a) fold(a, b);
  BOOST_TEST(fold(without, "") == 0);
  BOOST_TEST(state(without) == "skipped evicted ");
}

BOOST_AUTO_TEST_CASE(extraction_leaves_a_folded_page_folded) {
  fold(b, a);
  record(b, "new", true);
  BOOST_TEST(state(b) == "skipped duplicate " + a);
  BOOST_TEST(rows()[1].content.digest == "new");
  BOOST_TEST(fold(b, "") == 0);  // decided about its earlier content
  BOOST_TEST(state(b) == "skipped duplicate " + a);
  BOOST_TEST(fold(b, "", "new") == 1);
  record(b, "d", true);  // it is no longer folded: this outcome is ignored
  BOOST_TEST(state(b) == "pending  ");
  record(b);
  BOOST_TEST(state(b) == "main ok ");
}

BOOST_AUTO_TEST_CASE(captured_again_it_stays_folded_until_it_changes) {
  fold(b, a);
  store({page(b, "<p>b")});
  BOOST_TEST(state(b) == "skipped duplicate " + a);
  store({page(b, "<p>new")});
  BOOST_TEST(state(b) == "pending  ");
  BOOST_TEST(rows().size() == 1u);
  BOOST_TEST(fold(b, a) == 0);  // decided before the change
  BOOST_TEST(state(b) == "pending  ");
}

BOOST_AUTO_TEST_CASE(folded_page_that_a_crawl_no_longer_meets_is_gone) {
  const CrawlRun first{.crawl = "c", .run = 1}, second{.crawl = "c", .run = 2};
  store({page(a, "<p>a"), page(b, "<p>b")}, first);
  fold(b, a);
  store({page(a, "<p>a")}, second);
  const auto before = cache.site_state("h")->change;
  BOOST_TEST(CacheCapture(cache).end_run(second)->pages == 0, "it had no document");
  BOOST_TEST(state(b) == "skipped gone ");
  BOOST_TEST(cache.site_state("h")->change > before);
  BOOST_TEST(rows().size() == 1u);
}

BOOST_AUTO_TEST_CASE(folded_pages_count_where_a_crawl_meets_too_little) {
  const CrawlRun first{.crawl = "c", .run = 1}, second{.crawl = "c", .run = 2};
  store({page(a, "<p>a"), page(b, "<p>b"), page("http://h/c", "<p>c")}, first);
  CacheCapture(cache).end_run(first);
  fold(b, a);
  store({page(b, "<p>b")}, second);
  BOOST_TEST(CacheCapture(cache).end_run(second)->pages == 0);  // one of three
  store({page(a, "<p>a")}, second);
  BOOST_TEST(CacheCapture(cache).end_run(second)->pages == 1);
}

BOOST_AUTO_TEST_SUITE_END()
