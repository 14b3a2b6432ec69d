#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "core/system/digest.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "tests/unit/crawl/cache_fixture.h"

using namespace pith;
using namespace pith::crawl;
using pith::test::TemporaryDirectory;

BOOST_FIXTURE_TEST_SUITE(page_cache, CacheFixture)

BOOST_AUTO_TEST_CASE(bodies_come_back_as_received) {
  std::string body = "<p>";
  for (int i = 0; i < 256; ++i) body += static_cast<char>(i);
  store({page("http://Example.com:80/a/../b c", body)});
  const CachedPage p = find("http://example.com/b%20c");
  BOOST_TEST(p.site == "example.com");
  BOOST_TEST(p.size == static_cast<std::int64_t>(body.size()));
  BOOST_TEST(p.digest == sha256_hex(body));
  const auto back = cache.body(p.id);
  BOOST_REQUIRE(back.ok());
  BOOST_TEST((*back == body));
  BOOST_TEST((p.state == PageState::pending));
}

BOOST_AUTO_TEST_CASE(what_needs_no_extraction_is_accounted_at_once) {
  CapturedPage image = page("http://h/i", "PNG");
  image.content_type = "image/png";
  options.page_max_bytes = 100;
  cache = open();
  store({answer("http://h/404", 404), answer("http://h/r", 301, "/target"), answer("http://h/fail", -1), image,
         page("http://h/empty", ""), page("http://h/large", std::string(101, 'x')), page("no url", "<p>x"),
         page("http://[a\n200 b\x1b\x7f", "<p>x"), page("http://h/ok", "<p>x"), answer("http://h/r2", 302)});
  BOOST_TEST(state("http://h/404") == "skipped http_404");
  BOOST_TEST(state("http://h/r") == "skipped redirect");
  BOOST_TEST(state("http://h/fail") == "skipped transfer_failed");
  BOOST_TEST(state("http://h/i") == "skipped not_html");
  BOOST_TEST(state("http://h/empty") == "skipped empty");
  BOOST_TEST(state("http://h/large") == "skipped too_large");
  BOOST_TEST(state("no url") == "skipped bad_url");
  BOOST_TEST(state("http://[a%0A200 b%1B%7F") == "skipped bad_url");
  BOOST_TEST(state("http://h/ok") == "pending");
  BOOST_TEST(state("http://h/r2") == "skipped http_302");
  const SiteCounts t = total();
  BOOST_TEST(t.captured == 10);
  BOOST_TEST(t.pending == 1);
}

BOOST_AUTO_TEST_CASE(not_modified_means_the_page_is_as_it_was) {
  const std::int64_t first = *CacheCapture(cache).begin_run("c");
  store({page("http://h/a", "<p>x"), page("http://h/b", "<p>y")}, {"c", first});
  finish("http://h/a");
  finish("http://h/b");
  CapturedPage same = answer("http://h/a", 304);
  same.fetched = 5000;
  const std::int64_t second = *CacheCapture(cache).begin_run("c");
  store({same}, {"c", second});
  BOOST_TEST(state("http://h/a") == "main ok");
  BOOST_TEST(find("http://h/a").status == 200);
  BOOST_TEST(find("http://h/a").fetched == 5000);
  BOOST_TEST(*cache.body(find("http://h/a").id) == "<p>x");
  BOOST_TEST(CacheCapture(cache).end_run({"c", second})->pages == 1);
  BOOST_TEST(state("http://h/b") == "skipped gone");
  store({answer("http://h/b", 304)},
        {"c", *CacheCapture(cache).begin_run("c")});  // it is back, and has not changed meanwhile
  BOOST_TEST(state("http://h/b") == "pending");
  BOOST_TEST(find("http://h/b").status == 200);
  store({answer("http://h/never-seen", 304)});
  BOOST_TEST(state("http://h/never-seen") == "skipped http_304");
}

BOOST_AUTO_TEST_CASE(redirects_are_followed_both_ways) {
  store({answer("http://h/a", 301, "b"), answer("http://h/b", 302, "http://h/c#x"), page("http://h/c", "<p>x"),
         answer("http://h/loop", 301, "/loop2"), answer("http://h/loop2", 301, "/loop")});
  BOOST_TEST(*cache.follow_redirects("http://h/a") == "http://h/c");
  BOOST_TEST(*cache.follow_redirects("http://h/c") == "http://h/c");
  BOOST_TEST(cache.follow_redirects("http://h/loop").ok());
  BOOST_TEST(*cache.redirects_to("http://h/c") == std::vector<std::string>{"http://h/b"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_redirect_of_spelling_only_does_not_hide_the_page) {
  store({page("http://h/%7Ea", "<p>x"), answer("http://h/~a", 301, "http://h/%7Ea")});
  BOOST_TEST(state("http://h/~a") == "pending");
}

BOOST_AUTO_TEST_CASE(a_page_captured_again_replaces_its_older_self) {
  store({page("http://h/a", "<p>old")});
  finish("http://h/a");
  store({page("http://h/a", "<p>old", 2000)});
  BOOST_TEST(state("http://h/a") == "main ok");  // unchanged: nothing to do
  BOOST_TEST(find("http://h/a").fetched == 2000);
  store({page("http://h/a", "<p>new", 3000)});
  BOOST_TEST(state("http://h/a") == "pending");
  BOOST_TEST(find("http://h/a").in_index);  // the index still has the older document
  BOOST_TEST(*cache.body(find("http://h/a").id) == "<p>new");
  BOOST_TEST(total().captured == 1);
}

BOOST_AUTO_TEST_CASE(a_page_whose_robots_header_changed_has_changed) {
  const auto marked = [](std::optional<std::string> robots) {
    CapturedPage p = page("http://h/a", "<p>same");
    p.robots = std::move(robots);
    return p;
  };
  store({marked(std::nullopt)});
  BOOST_TEST(find("http://h/a").robots == "");
  finish("http://h/a");
  store({marked("noindex")});
  BOOST_TEST(state("http://h/a") == "pending");
  BOOST_TEST(cache.site_state("h")->pages.front().robots == "noindex");
  finish("http://h/a");  // for the page before the change
  BOOST_TEST(state("http://h/a") == "pending");
  const CachedPage now = find("http://h/a");
  const Outcome outcome{.page = now.id,
                        .digest = now.digest,
                        .charset = {},
                        .robots = now.robots,
                        .state = PageState::skipped,
                        .reason = PageReason::noindex,
                        .fingerprint = "g",
                        .document_digest = {}};
  BOOST_TEST(!cache.record(std::span(&outcome, 1)));
  store({marked("noindex")});
  store({marked(std::nullopt)});  // unknown this time: the known value is kept
  BOOST_TEST(state("http://h/a") == "skipped noindex");
  BOOST_TEST(find("http://h/a").robots == "noindex");
  BOOST_TEST(cache.to_remove()->size() == 1u);
  store({marked("")});
  BOOST_TEST(state("http://h/a") == "pending");
  store({marked(std::string(100'000, 'x'))});
  BOOST_TEST(find("http://h/a").robots.size() == 4096u);
}

BOOST_AUTO_TEST_CASE(a_failed_transfer_does_not_replace_a_page) {
  store({page("http://h/a", "<p>x")});
  finish("http://h/a");
  for (const int status : {-1, 0, 500, 503, 429}) {
    store({answer("http://h/a", status)});
    BOOST_TEST(state("http://h/a") == "main ok", status);
  }
  store({page("http://h/a", "")});  // the empty event after a retry
  BOOST_TEST(state("http://h/a") == "main ok");
  store({answer("http://h/a", 404)});
  BOOST_TEST(state("http://h/a") == "skipped http_404");
}

BOOST_AUTO_TEST_CASE(pages_that_are_gone_are_to_be_removed) {
  store({page("http://h/a", "<p>x"), page("http://h/b", "<p>y")});
  finish("http://h/a");
  finish("http://h/b");
  store({answer("http://h/a", 410)});
  const auto list = cache.to_remove();
  BOOST_REQUIRE(list.ok());
  BOOST_REQUIRE_EQUAL(list->size(), 1u);
  BOOST_TEST(list->front().second == "http://h/a");
  const std::int64_t id = list->front().first;
  BOOST_TEST(!cache.mark_removed(std::span(&id, 1)));
  BOOST_TEST(cache.to_remove()->empty());
}

BOOST_AUTO_TEST_CASE(a_complete_run_retires_what_it_did_not_meet) {
  const auto run1 = CacheCapture(cache).begin_run("c");
  store({page("http://h/a", "<p>a"), page("http://h/b", "<p>b"), page("http://h/c", "<p>c")}, {"c", *run1});
  store({page("http://other/x", "<p>x")}, {"another", 1});
  const auto run2 = CacheCapture(cache).begin_run("c");
  BOOST_TEST(*run2 == *run1 + 1);
  store({page("http://h/a", "<p>a"), page("http://h/b", "<p>b2")}, {"c", *run2});
  BOOST_TEST(CacheCapture(cache).end_run({"c", *run2})->pages == 1);
  BOOST_TEST(state("http://h/c") == "skipped gone");
  BOOST_TEST(state("http://other/x") == "pending");
  // The page comes back.
  store({page("http://h/c", "<p>c")}, {"c", *run2});
  BOOST_TEST(state("http://h/c") == "pending");
}

BOOST_AUTO_TEST_CASE(a_run_that_met_little_retires_nothing) {
  store({page("http://h/a", "<p>a"), page("http://h/b", "<p>b"), page("http://h/c", "<p>c")}, {"c", 1});
  store({page("http://h/a", "<p>a")}, {"c", 2});
  const auto retired = CacheCapture(cache).end_run({"c", 2});
  BOOST_TEST(retired->pages == 0);
  BOOST_TEST(retired->held == 2);
  BOOST_TEST(state("http://h/c") == "pending");
  const auto held = [&] { return cache.counts()->front().held; };
  BOOST_TEST(held() == 2);
  // One is found again.
  store({page("http://h/a", "<p>a")}, {"c", 3});
  store({page("http://h/b", "<p>b")}, {"c", 3});
  BOOST_TEST(held() == 1);
  BOOST_TEST(CacheCapture(cache).end_run({"c", 3})->pages == 1);
  BOOST_TEST(held() == 0);
}

BOOST_AUTO_TEST_CASE(a_run_that_met_little_retires_the_rest_if_that_is_confirmed) {
  store({page("http://h/a", "<p>a"), page("http://h/b", "<p>b"), page("http://h/c", "<p>c")}, {"c", 1});
  store({page("http://h/a", "<p>a")}, {"c", 2});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 2})->held == 2);
  store({page("http://h/a", "<p>a")}, {"c", 3});
  const auto retired = CacheCapture(cache).end_run({"c", 3}, {.even_most = true});
  BOOST_TEST(retired->pages == 2);
  BOOST_TEST(retired->held == 0);
  BOOST_TEST(state("http://h/c") == "skipped gone");
  BOOST_TEST(cache.counts()->front().held == 0);
}

BOOST_AUTO_TEST_CASE(outcomes_of_pages_that_changed_meanwhile_are_dropped) {
  store({page("http://h/a", "<p>old")});
  const CachedPage before = find("http://h/a");
  store({page("http://h/a", "<p>new")});
  const Outcome outcome{.page = before.id,
                        .digest = before.digest,
                        .charset = {},
                        .state = PageState::main,
                        .reason = PageReason::ok,
                        .fingerprint = "f",
                        .document_digest = "d",
                        .in_index = true};
  BOOST_TEST(!cache.record(std::span(&outcome, 1)));
  BOOST_TEST(state("http://h/a") == "pending");
  BOOST_TEST(find("http://h/a").in_index);
}

BOOST_AUTO_TEST_CASE(a_crash_between_the_commits_of_index_and_cache_leaves_nothing_behind) {
  store({page("http://h/new", "<p>1"), page("http://h/old", "<p>2")});
  finish("http://h/old");
  BOOST_TEST(!cache.finish_site("h", "o", cache.site_state("h")->change));
  const std::int64_t ids[] = {find("http://h/new").id, find("http://h/old").id};
  BOOST_TEST(!cache.announce(ids));
  // Now the index commits and the process is killed. The new page vanishes from the site before the next run.
  store({answer("http://h/new", 404)});
  BOOST_REQUIRE_EQUAL(cache.to_remove()->size(), 1u);
  BOOST_TEST(cache.to_remove()->front().second == "http://h/new");
  // The old one is extracted and written again, whatever its document was.
  BOOST_TEST(cache.sites_with_work("o")->size() == 1u);
  const auto state = cache.site_state("h");
  BOOST_TEST(!state->pages.empty());
  for (const SitePage& p : state->pages) BOOST_TEST((p.fingerprint.empty() && p.document_digest == "unknown"));
}

// For example because the disk was full.
BOOST_AUTO_TEST_CASE(pages_that_the_index_did_not_commit_do_not_count_as_indexed) {
  store({page("http://h/new", "<p>1"), page("http://h/old", "<p>2"), page("http://h/same", "<p>3")});
  finish("http://h/old");
  finish("http://h/same");
  store({page("http://h/old", "<p>changed")});
  const std::int64_t ids[] = {find("http://h/new").id, find("http://h/old").id, find("http://h/same").id};
  for (int attempt = 0; attempt < 2; ++attempt) {
    BOOST_TEST(!cache.announce(ids));
    BOOST_TEST(cache.counts("")->back().indexed == 2);
  }
  BOOST_TEST(state("http://h/old") == "pending");
  finish("http://h/new");
  BOOST_TEST(cache.counts("")->back().indexed == 3);
}

BOOST_AUTO_TEST_CASE(words_are_summed_by_role) {
  store({page("http://h/a", "<p>1"), page("http://h/b", "<p>2"), page("http://g/c", "<p>3")});
  for (const char* url : {"http://h/a", "http://h/b", "http://g/c"}) finish(url);
  const auto sums = [&](const std::string& site) {
    const SiteCounts a = cache.counts(site)->front();
    return std::vector<std::int64_t>{a.page_words, a.content_words, a.aside_words, a.template_words};
  };
  BOOST_TEST(sums("h") == std::vector<std::int64_t>({20, 12, 2, 4}), boost::test_tools::per_element());
  BOOST_TEST(cache.counts()->back().template_words == 6);
  store({page("http://h/a", "<p>changed")});
  BOOST_TEST(sums("h") == std::vector<std::int64_t>({10, 6, 1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(pages_that_keep_next_to_nothing_are_counted) {
  store(
      {page("http://h/a", "<p>1"), page("http://h/b", "<p>2"), page("http://h/c", "<p>3"), page("http://g/d", "<p>4")});
  finish("http://h/a", PageState::main, 99);
  finish("http://h/b", PageState::fallback, 100);
  finish("http://h/c", PageState::whole, 1000);
  finish("http://g/d", PageState::main, 5000);
  const std::vector<SiteCounts> counts = *cache.counts("");
  BOOST_TEST(counts.at(1).thin_pages == 1);
  BOOST_TEST(counts.at(1).thin_page == "http://h/b");
  BOOST_TEST(counts.back().thin_pages == 2);
}

BOOST_AUTO_TEST_CASE(a_crash_after_a_removal_leaves_nothing_behind) {
  for (const bool retired : {false, true}) {
    const std::string url = retired ? "http://h/a" : "http://h/b";
    store({page(url, "<p>1"), page("http://h/1", "<p>x"), page("http://h/2", "<p>y")}, {"c", 1});
    finish(url);
    store({page("http://h/1", "<p>x"), page("http://h/2", "<p>y")}, {"c", 2});
    if (retired) {
      BOOST_TEST(CacheCapture(cache).end_run({"c", 2})->pages > 0);
    } else {
      store({answer(url, 404)}, {"c", 2});
      BOOST_TEST(CacheCapture(cache).end_run({"c", 2}, {.whole = false})->held == 0);
    }
    BOOST_REQUIRE_EQUAL(cache.to_remove()->size(), 1u);
    // Now the index commits the removal and the process is killed. Then the page comes back unchanged.
    store({page(url, "<p>1")}, {"c", 3});
    BOOST_TEST(CacheCapture(cache).end_run({"c", 3}, {.whole = false})->held == 0);
    BOOST_TEST(state(url) == "pending");
    const auto state = cache.site_state("h");
    const auto back = std::ranges::find(state->pages, url, &SitePage::url);
    BOOST_REQUIRE(back != state->pages.end());
    BOOST_TEST(back->document_digest.empty(), "so it is written, whatever it is extracted as");
  }
}

BOOST_AUTO_TEST_CASE(a_page_that_was_left_out_comes_back_when_it_can) {
  options.page_max_bytes = 5;
  cache = open();
  store({page("http://h/large", "<p>large"), page("http://h/a", "<p>1")});
  BOOST_TEST(state("http://h/large") == "skipped too_large");
  options.page_max_bytes = 1000;
  cache = open();
  store({page("http://h/large", "<p>large")});
  BOOST_TEST(state("http://h/large") == "pending");
  // Evicted, and the index lost: the same bytes are stored again.
  finish("http://h/large");
  finish("http://h/a");
  options.site_max_pages = 1;
  cache = open();
  BOOST_TEST(CacheCapture(cache).prune()->pages == 1);
  BOOST_TEST(!cache.attach_index("another"));
  const std::string evicted = find("http://h/a").stored == 0 ? "http://h/a" : "http://h/large";
  BOOST_TEST(state(evicted) == "skipped evicted");
  store({page(evicted, evicted == "http://h/a" ? "<p>1" : "<p>large", 2000)});
  BOOST_TEST(state(evicted) == "pending");
}

BOOST_AUTO_TEST_CASE(sites_have_work_until_it_is_done) {
  store({page("http://a.example/x", "<p>1"), page("http://b.example/x", "<p>2")});
  const std::vector<std::string> both = {"a.example", "b.example"};
  BOOST_TEST(*cache.sites_with_work("o1") == both, boost::test_tools::per_element());
  for (const std::string& site : both) {
    const auto state = cache.site_state(site);
    BOOST_REQUIRE(state.ok());
    BOOST_REQUIRE_EQUAL(state->pages.size(), 1u);
    finish("http://" + site + "/x");
    BOOST_TEST(!cache.finish_site(site, "o1", state->change));
  }
  BOOST_TEST(cache.sites_with_work("o1")->empty());
  BOOST_TEST(cache.sites_with_work("o2")->size() == 2u);  // the configuration changed
  store({page("http://a.example/y", "<p>3")});
  BOOST_TEST(*cache.sites_with_work("o1") == std::vector<std::string>{"a.example"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(scope_of_sites) {
  BOOST_TEST(cache.sites()->empty());
  BOOST_TEST(*cache.attached_index() == "");
  store({page("http://a.example/x", "<p>1"), page("http://b.example/x", "<p>2")});
  BOOST_TEST(*cache.sites() == (std::vector<std::string>{"a.example", "b.example"}), boost::test_tools::per_element());
  BOOST_TEST(!cache.attach_index("i"));
  BOOST_TEST(*cache.attached_index() == "i");
  for (const std::string site : {"a", "b"}) {
    finish("http://" + site + ".example/x");
    store({answer("http://" + site + ".example/x", 404)});
  }
  BOOST_TEST(cache.to_remove()->size() == 2u);
  BOOST_REQUIRE(cache.to_remove("b.example")->size() == 1u);
  BOOST_TEST(cache.to_remove("b.example")->at(0).second == "http://b.example/x");
}

BOOST_AUTO_TEST_CASE(read_only_cache_reads_and_refuses_to_write) {
  store({page("http://h/a", "<p>1")});
  CacheOptions reading = options;
  reading.read_only = true;
  auto reader = CacheLedger::open_existing(reading);
  BOOST_REQUIRE(reader.ok());
  const auto found = reader->find("http://h/a");
  BOOST_REQUIRE((found.ok() && found->has_value()));
  BOOST_TEST(*reader->body((*found)->id) == "<p>1");
  BOOST_TEST(reader->site_state("h")->pages.size() == 1u);
  const std::vector<CapturedPage> more = {page("http://h/b", "<p>2")};
  const std::vector<SampleSummary> sample = {{.page = (*found)->id, .inputs = "i", .summary = "s"}};
  for (const auto& error :
       {CacheCapture(*reader).store(more), reader->save_sample("h", sample), reader->attach_index("i"),
        reader->save_links((*found)->id, (*found)->digest, {}), reader->finish_site("h", "o", 1)}) {
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->code == "not_writable");
  }
  BOOST_TEST(!reader->find("http://h/b")->has_value());
  reading.site_mode = SiteMode::host;  // sites would have to be reassigned
  BOOST_TEST(CacheLedger::open_existing(reading).error().code == "outdated");
  reading.directory = directory / "none";
  BOOST_TEST(CacheLedger::open(reading).error().code == "not_writable");
}

BOOST_AUTO_TEST_CASE(links_are_kept_until_the_page_changes) {
  store({page("http://h/a", "<p>1")});
  const std::vector<std::uint64_t> links = {1, 0xffffffffffffffff, 3};
  BOOST_TEST(!cache.site_state("h")->pages[0].links_known);
  BOOST_TEST(!cache.save_links(find("http://h/a").id, find("http://h/a").digest, links));
  const SitePage saved = cache.site_state("h")->pages[0];
  BOOST_TEST(saved.links_known);
  BOOST_TEST(saved.links == links, boost::test_tools::per_element());
  BOOST_TEST(!cache.save_links(find("http://h/a").id, find("http://h/a").digest, {}));
  BOOST_TEST(cache.site_state("h")->pages[0].links_known);
  store({page("http://h/a", "<p>2")});
  BOOST_TEST(!cache.site_state("h")->pages[0].links_known);
}

BOOST_AUTO_TEST_CASE(bounds_evict_the_oldest_but_nothing_that_is_pending) {
  options.site_max_pages = 3;
  cache = open();
  for (int i = 0; i < 6; ++i) store({page("http://h/" + std::to_string(i), "<p>" + std::to_string(i), 1000 + i)});
  BOOST_TEST(total().pending == 6);  // over the limit, but none may be evicted
  for (int i = 0; i < 6; ++i) BOOST_TEST(find("http://h/" + std::to_string(i)).stored > 0);
  for (int i = 0; i < 5; ++i) finish("http://h/" + std::to_string(i));
  const auto pruned = CacheCapture(cache).prune();
  BOOST_REQUIRE(pruned.ok());
  BOOST_TEST(pruned->pages == 3);
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(find("http://h/" + std::to_string(i)).stored == 0);
    BOOST_TEST(cache.body(find("http://h/" + std::to_string(i)).id).error().code == "no_body");
  }
  for (int i = 3; i < 6; ++i) BOOST_TEST(cache.body(find("http://h/" + std::to_string(i)).id).ok());
  BOOST_TEST(total().captured == 6);  // evicted pages are not forgotten
}

BOOST_AUTO_TEST_CASE(the_total_bound_spans_sites) {
  for (int i = 0; i < 4; ++i) {
    const std::string url = "http://site" + std::to_string(i) + ".example/";
    store({page(url, std::string(1000, static_cast<char>('a' + i)), 1000 + i)});
    finish(url);
  }
  options.max_bytes = total().stored_bytes / 2;
  cache = open();
  BOOST_TEST(CacheCapture(cache).prune()->pages == 2);
  BOOST_TEST(find("http://site0.example/").stored == 0);
  BOOST_TEST(find("http://site3.example/").stored > 0);
}

BOOST_AUTO_TEST_CASE(another_index_means_everything_again) {
  store({page("http://h/a", "<p>1"), answer("http://h/b", 404)});
  BOOST_TEST(!cache.attach_index("one"));
  finish("http://h/a");
  BOOST_TEST(!cache.attach_index("one"));
  BOOST_TEST(state("http://h/a") == "main ok");
  BOOST_TEST(!cache.attach_index("two"));
  BOOST_TEST(state("http://h/a") == "pending");
  BOOST_TEST(!find("http://h/a").in_index);
  BOOST_TEST(state("http://h/b") == "skipped http_404");
  BOOST_TEST(cache.sites_with_work("")->size() == 1u);
}

BOOST_AUTO_TEST_CASE(changing_what_a_site_is_reassigns_the_pages) {
  store({page("http://a.example.com/", "<p>1"), page("http://b.example.com/", "<p>2")});
  BOOST_TEST(find("http://a.example.com/").site == "example.com");
  options.site_mode = SiteMode::host;
  cache = open();
  BOOST_TEST(find("http://a.example.com/").site == "a.example.com");
  BOOST_TEST(cache.counts()->size() == 3u);
}

BOOST_AUTO_TEST_CASE(several_may_open_a_new_cache_at_once) {
  constexpr int openers = 4;
  for (int round = 0; round < 25; ++round) {
    CacheOptions fresh = options;
    fresh.directory = directory / ("fresh" + std::to_string(round));
    std::barrier start(openers);
    std::array<std::string, openers> errors;
    std::vector<std::thread> threads;
    for (std::string& error : errors)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        if (const auto own = CacheLedger::open(fresh); !own) error = own.error().message;
      });
    for (std::thread& thread : threads) thread.join();
    for (const std::string& error : errors) BOOST_TEST(error == "");
  }
}

BOOST_AUTO_TEST_CASE(several_threads_and_connections_write_at_once) {
  std::vector<std::thread> threads;
  std::atomic<int> errors = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      auto own = CacheLedger::open(options);
      for (int i = 0; i < 50 && own; ++i) {
        const CapturedPage p = page("http://h/" + std::to_string(t) + "/" + std::to_string(i), "<p>x");
        if (CacheCapture(*own).store(std::span(&p, 1))) ++errors;
      }
      if (!own) ++errors;
    });
  for (std::thread& thread : threads) thread.join();
  BOOST_TEST(errors == 0);
  BOOST_TEST(total().captured == 200);
}

BOOST_AUTO_TEST_CASE(what_was_committed_survives_kill_9) {
  int pipe_ends[2];
  BOOST_REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    auto own = CacheLedger::open(options);
    for (int i = 0; own; ++i) {
      const CapturedPage p = page("http://h/" + std::to_string(i), std::string(2000, 'x') + std::to_string(i));
      if (CacheCapture(*own).store(std::span(&p, 1))) break;
      if (write(pipe_ends[1], &i, sizeof i) < 0) break;
    }
    _exit(1);
  }
  int stored = -1;
  for (int i = 0; i < 100; ++i) BOOST_REQUIRE(read(pipe_ends[0], &stored, sizeof stored) == sizeof stored);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  cache = open();
  for (int i = 0; i <= stored; ++i) BOOST_TEST(cache.body(find("http://h/" + std::to_string(i)).id).ok());
}

BOOST_AUTO_TEST_CASE(budget_is_of_a_site_and_a_day) {
  CacheLedger other = open();  // like another process
  BOOST_TEST(!*cache.take("a", 100, 0));
  BOOST_TEST(*cache.take("a", 100, 2));
  BOOST_TEST(*other.take("a", 100, 2));
  BOOST_TEST(!*cache.take("a", 100, 2));
  BOOST_TEST(!*other.take("a", 100, 1));
  BOOST_TEST(*cache.take("b", 100, 1));
  BOOST_TEST(*cache.take("a", 101, 1));
  BOOST_TEST(*cache.take("a", 100, 3));  // refusals did not count; yesterday is still known
  BOOST_TEST(!*cache.take("a", 100, 3));
  cache = open();
  BOOST_TEST(!*cache.take("a", 101, 1));
  BOOST_TEST(*cache.take("a", 103, 1));
  BOOST_TEST(*cache.take("b", 100, 1));  // long ago: forgotten
}

BOOST_AUTO_TEST_CASE(budget_is_exact_when_many_take_at_once) {
  constexpr int limit = 20;
  std::atomic<int> taken = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      auto own = CacheLedger::open(options);
      while (own.ok()) {
        const auto one = own->take("a", 100, limit);
        if (!one || !*one) break;
        ++taken;
      }
    });
  for (std::thread& thread : threads) thread.join();
  BOOST_TEST(taken == limit);
}

BOOST_AUTO_TEST_CASE(pages_of_the_sibling_fetch_are_told_apart) {
  store({page("http://h/a", "<p>a"), page("http://h/b", "<p>b")}, {.crawl = siblings_crawl});
  store({page("http://h/c", "<p>c")}, {.crawl = "c", .run = 1});
  store({page("http://h/b", "<p>b")});  // a crawl finds it
  const auto state = cache.site_state("h");
  BOOST_REQUIRE((state.ok() && state->pages.size() == 3));
  BOOST_TEST(state->pages[0].fetched_as_sibling);
  BOOST_TEST(!state->pages[1].fetched_as_sibling);
  BOOST_TEST(!state->pages[2].fetched_as_sibling);
}

BOOST_AUTO_TEST_CASE(trouble_is_an_error_with_the_path) {
  TemporaryDirectory other;
  std::ofstream(other / "file") << "x";
  const auto no_directory = CacheLedger::open({.directory = other / "file/cache"});
  BOOST_REQUIRE(!no_directory.ok());
  BOOST_TEST(no_directory.error().code == "not_writable");
  BOOST_TEST(no_directory.error().message.find(other / "file/cache") != std::string::npos);

  std::filesystem::create_directories(other / "bad");
  std::ofstream(other / "bad/pages.sqlite") << std::string(5000, 'x');
  const auto damaged = CacheLedger::open({.directory = other / "bad"});
  BOOST_REQUIRE(!damaged.ok());
  BOOST_TEST(damaged.error().code == "damaged");

  const auto missing = CacheLedger::open_existing({.directory = other / "none"});
  BOOST_REQUIRE(!missing.ok());
  BOOST_TEST(missing.error().code == "no_cache");
  BOOST_TEST(!std::filesystem::exists(other / "none"));
}

BOOST_AUTO_TEST_SUITE_END()
