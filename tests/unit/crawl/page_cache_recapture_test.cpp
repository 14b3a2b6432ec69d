// Pages that are captured again: which crawl owns them, what is kept, and how bounds affect their bodies.
#include <cstdint>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "core/text/url.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "tests/unit/crawl/cache_fixture.h"

using namespace pith;
using namespace pith::crawl;

BOOST_FIXTURE_TEST_SUITE(page_cache_recapture, CacheFixture)

BOOST_AUTO_TEST_CASE(a_capture_without_a_name_takes_no_page_from_its_crawl) {
  store({page("http://h/kept", "<p>k"), page("http://h/same", "<p>s"), page("http://h/changed", "<p>1")}, {"c", 1});
  store({page("http://h/same", "<p>s"), page("http://h/changed", "<p>2"), answer("http://h/kept", 304)});
  store({page("http://h/same", "<p>s"), page("http://h/kept", "<p>k")}, {"c", 2});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 2})->pages == 1);
  BOOST_TEST(state("http://h/changed") == "skipped gone");
  // A page that the crawl has given up belongs to no crawl if a capture without a name brings it back.
  store({page("http://h/changed", "<p>2")});
  store({page("http://h/same", "<p>s"), page("http://h/kept", "<p>k")}, {"c", 3});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 3})->pages == 0);
  BOOST_TEST(state("http://h/changed") == "pending");
}

BOOST_AUTO_TEST_CASE(a_page_that_fails_takes_no_others_with_it) {
  const CapturedPage home = page("http://h/", "<p>home"), hub = page("http://h/hub", "<p>hub");
  const CapturedPage down = answer("http://h/hub", 503), other_down = answer("http://h/", 503);
  const CapturedPage behind = page("http://h/behind", "<p>behind"), gone = page("http://h/gone", "<p>gone");
  const auto run = [&](std::int64_t number, const std::vector<CapturedPage>& pages) {
    store(pages, {"c", number});
    const auto retired = CacheCapture(cache).end_run({"c", number});
    BOOST_REQUIRE(retired.ok());
    total();
    return std::pair(retired->pages, retired->unmet);
  };
  const auto counts = [](std::int64_t pages, std::int64_t unmet) { return std::pair(pages, unmet); };
  BOOST_TEST((run(1, {home, hub, behind, gone}) == counts(0, 0)));
  BOOST_TEST((run(2, {home, down, answer("http://other/new", 503)}) == counts(0, 2)));
  BOOST_TEST(state("http://h/behind") == "pending");
  // A page that the previous complete run did not find either is gone, whatever fails.
  BOOST_TEST((run(3, {other_down, hub, behind}) == counts(1, 0)));
  BOOST_TEST(state("http://h/gone") == "skipped gone");
  // A page that fails forever does not keep others forever, but stays itself.
  BOOST_TEST((run(4, {home, down}) == counts(0, 1)));
  BOOST_TEST((run(5, {home, down}) == counts(1, 0)));
  BOOST_TEST(state("http://h/behind") == "skipped gone");
  BOOST_TEST(state("http://h/hub") == "pending");
  // Incomplete runs do not count.
  BOOST_TEST((run(6, {home, hub, behind}) == counts(0, 0)));
  store({home}, {"c", 7});
  BOOST_TEST((run(8, {home, down}) == counts(0, 1)));
  // A page that failed after it was found in the same run did not fail.
  BOOST_TEST((run(9, {home, hub, behind, page("http://h/x", "<p>x")}) == counts(0, 0)));
  BOOST_TEST((run(10, {home, hub, down, page("http://h/x", "<p>x")}) == counts(1, 0)));
}

// What it leads to may be reachable only through it.
BOOST_AUTO_TEST_CASE(a_redirect_that_fails_takes_no_page_with_it) {
  const CapturedPage home = page("http://h/", "<p>home"), way = answer("http://h/go", 301, "http://h/far");
  const CapturedPage far = page("http://h/far", "<p>far");
  std::int64_t number = 0;
  for (const int failure : {0, 103, 407, 408, 421, 423, 425, 429, 431, 503}) {
    store({home, way, far}, {"c", ++number});
    BOOST_TEST(CacheCapture(cache).end_run({"c", number})->pages == 0);
    store({home, answer("http://h/go", failure)}, {"c", ++number});
    BOOST_TEST(CacheCapture(cache).end_run({"c", number})->pages == 0, failure);
    BOOST_TEST(state("http://h/far") == "pending", failure);
    BOOST_TEST(find("http://h/go").redirect_to == "http://h/far", failure);
  }
  store({home, answer("http://h/go", 404)}, {"c", ++number});
  BOOST_TEST(CacheCapture(cache).end_run({"c", number})->pages == 1);
}

// A wall of cookies or logins. What only it links to must not go with it.
BOOST_AUTO_TEST_CASE(a_page_that_redirects_to_itself_has_failed) {
  const CapturedPage home = page("http://h/", "<p>home"), hub = page("http://h/hub", "<p>hub");
  const CapturedPage far = page("http://h/far", "<p>far");
  store({home, hub, far}, {"c", 1});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 1})->pages == 0);
  store({home, answer("http://h/hub", 302, "http://h/hub")}, {"c", 2});
  const auto walled = CacheCapture(cache).end_run({"c", 2});
  BOOST_TEST(walled->pages == 0);
  BOOST_TEST(walled->unmet == 1);
  for (const char* url : {"http://h/hub", "http://h/far"}) BOOST_TEST(state(url) == "pending", url);
  // An alias of the page says nothing about it, before and after.
  store({home, answer("http://h:80/hub", 302, "http://h/hub"), hub, answer("http://h:80/hub", 302, "http://h/hub")},
        {"c", 3});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 3})->pages == 1);
  BOOST_TEST(state("http://h/hub") == "pending");
}

BOOST_AUTO_TEST_CASE(a_page_that_came_and_was_not_kept_takes_no_page_with_it) {
  const CapturedPage home = page("http://h/", "<p>home"), hub = page("http://h/hub", "<p>hub");
  const CapturedPage other = page("http://h/other", "<p>other");
  std::int64_t number = 0;
  for (const std::string url : {"http://h/hub", "HTTP://H:80/hub", ""}) {
    store({home, other, hub, page("http://h/far", "<p>far")}, {"c", ++number});
    CacheCapture(cache).end_run({"c", number});
    store({home, other}, {"c", ++number});
    BOOST_TEST(!CacheCapture(cache).note_unkept({&url, 1}, {"c", number}));
    const auto kept = CacheCapture(cache).end_run({"c", number});
    BOOST_TEST(kept->pages == 0, url);
    BOOST_TEST(kept->unmet == (url.empty() ? 2 : 1), url);
  }
  // One that nobody knew says nothing about others.
  store({home, other}, {"c", ++number});
  const std::string unknown = "http://h/new";
  BOOST_TEST(!CacheCapture(cache).note_unkept({&unknown, 1}, {"c", number}));
  BOOST_TEST(CacheCapture(cache).end_run({"c", number}, {.even_most = true})->pages == 2);
}

// A stranger's link can have any spelling; servers answer it in their own ways.
BOOST_AUTO_TEST_CASE(what_another_spelling_brings_replaces_nothing) {
  const std::string url = "http://h/docs/";
  for (const std::string path : {"/docs/%2e", "/docs/.", "/docs//%2e%2e/", "/x/../docs/", "/x%2f../docs/"}) {
    const std::string spelled = "http://h" + path, normal = parse_url(spelled)->str();
    const bool is_plain = spelled.find('%') == std::string::npos;
    CacheFixture fresh;
    fresh.store({page(normal, "<p>x")}, {"c", 1});
    fresh.finish(normal);
    for (const int status : {301, 302, 401, 403, 404, 410, 429, 500, 503, 0}) {
      fresh.store({answer(spelled, status, status < 400 ? "http://evil/" : "")}, {"c", 2});
      BOOST_TEST(fresh.state(normal) == "main ok", spelled << " " << status);
      BOOST_TEST(fresh.find(normal).status == 200);
    }
    fresh.store({page(spelled, "<p>no such page")}, {"c", 2});
    CacheCapture(fresh.cache).end_run({"c", 2}, {.whole = false});
    BOOST_TEST(fresh.state(normal) == (is_plain ? "pending" : "main ok"), spelled);
  }
  // It is accounted for where nothing else is known, until the normal spelling brings something.
  for (const CapturedPage& other : {answer("http://h/%2e/a", 404), answer("http://h/./a", 301, "http://evil/"),
                                    page("http://h/%2e/a", "<p>a"), answer("http://h/%2e/a", 0)})
    for (const CapturedPage& own : {page("http://h/a", "<p>a"), answer("http://h/a", 404)}) {
      CacheFixture fresh;
      fresh.store({other});
      BOOST_TEST(fresh.state("http://h/a") == "skipped other_spelling");
      BOOST_TEST(fresh.find("http://h/a").redirect_to.empty());
      fresh.store({other, own, other});
      BOOST_TEST(fresh.state("http://h/a") == (own.status == 200 ? "pending" : "skipped http_404"));
      BOOST_TEST(fresh.total().captured == 1);
    }
}

BOOST_AUTO_TEST_CASE(a_page_answered_with_another_success_is_had_too) {
  for (const int status : {201, 203}) {
    const std::string url = "http://h/" + std::to_string(status);
    CapturedPage created = page(url, "<p>x");
    created.status = status;
    store({created});
    finish(url);
    for (const int trouble : {503, 304}) {
      store({answer(url, trouble)});
      BOOST_TEST(state(url) == "main ok", status << ", then " << trouble);
    }
    store({answer(url, status)});  // an empty body
    BOOST_TEST(state(url) == "main ok", status);
    BOOST_TEST(find(url).status == status);
  }
}

BOOST_AUTO_TEST_CASE(a_page_that_was_cut_replaces_no_longer_one) {
  CapturedPage cut = page("http://h/a", "<p>a beginn");
  cut.cut = true;
  store({page("http://h/a", "<p>a beginning and an end")});
  finish("http://h/a");
  store({cut});
  BOOST_TEST(state("http://h/a") == "main ok");
  BOOST_TEST(*cache.body(find("http://h/a").id) == "<p>a beginning and an end");
  cut.url = "http://h/b";
  store({cut});
  BOOST_TEST(state("http://h/b") == "pending");
  cut.body = "<p>a beginning";
  store({cut});
  BOOST_TEST(*cache.body(find("http://h/b").id) == cut.body);
  // Like a failure: the pages that it links to may not have been found.
  store({page("http://h/a", "<p>a beginning and an end"), page("http://h/behind", "<p>behind")}, {"c", 1});
  cut.url = "http://h/a";
  store({cut, page("http://h/x", "<p>x")}, {"c", 2});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 2})->unmet == 1);
}

// wget2 says nothing of broken transfers, and without Content-Length no crawler knows.
BOOST_AUTO_TEST_CASE(the_beginning_of_a_known_page_replaces_nothing) {
  const std::string whole = "<html><p>a beginning and an end</p></html>\n<!-- 3 ms -->\n";
  const auto after = [&](const std::string& now) {
    store({page("http://h/a", whole)});
    store({page("http://h/a", now)});
    return *cache.body(find("http://h/a").id) == whole;
  };
  for (const std::string kept : {"<html><p>a beginning", "<html>", "<html><p>a beginning and an end</p></htm"})
    BOOST_TEST(after(kept), kept);
  for (const std::string taken : {"<html><p>a beginning</p></html>", "<html><p>a beginning and an end</p></html>",
                                  "<html><p>an end</p></html>", "<html><p>An"})
    BOOST_TEST(!after(taken), taken);
  store({page("http://h/b", "<p>without an end, as some pages are")});
  store({page("http://h/b", "<p>without")});
  BOOST_TEST(*cache.body(find("http://h/b").id) == "<p>without");
}

BOOST_AUTO_TEST_CASE(headers_are_kept_within_bounds) {
  const std::string url = "http://h/a";
  CapturedPage fits = page(url, "<p>a");
  fits.charset = std::string(40, 'c');
  fits.etag = fits.last_modified = std::string(1024, 'e');
  fits.content_type = "text/html;" + std::string(1014, ' ');
  store({fits});
  BOOST_TEST(find(url).charset == fits.charset);
  BOOST_TEST(find(url).etag == fits.etag);
  BOOST_TEST(find(url).last_modified == fits.last_modified);
  BOOST_TEST(find(url).content_type == fits.content_type);

  CapturedPage beyond = fits;
  beyond.charset = std::string(41, 'c');
  beyond.etag = beyond.last_modified = std::string(120'000, 'f');
  beyond.content_type += std::string(120'000, ' ');
  store({beyond});
  finish(url);
  for (const int status : {200, 304}) {  // the same page again
    beyond.status = status;
    store({beyond});
    BOOST_TEST(state(url) == "main ok", status);
    BOOST_TEST(find(url).charset == "");
    BOOST_TEST(find(url).etag == "");
    BOOST_TEST(find(url).last_modified == "");
    BOOST_TEST(find(url).content_type == fits.content_type);
  }
}

BOOST_AUTO_TEST_CASE(an_evicted_body_comes_back_with_its_page_where_there_is_room) {
  options.site_max_pages = 2;
  cache = open();
  for (const char* name : {"a", "b", "c"}) {
    store({page(std::string("http://h/") + name, std::string("<p>") + name)});
    finish(std::string("http://h/") + name);
  }
  BOOST_TEST(find("http://h/a").stored == 0);
  const std::int64_t change = cache.site_state("h")->change;
  store({page("http://h/a", "<p>a", 2000)});
  BOOST_TEST(find("http://h/a").stored == 0, "there is no room");
  options.site_max_pages = 3;
  options.site_max_bytes = total().stored_bytes;
  cache = open();
  store({page("http://h/a", "<p>a", 2000)});
  BOOST_TEST(find("http://h/a").stored == 0, "there is no room for its bytes");
  BOOST_TEST(cache.site_state("h")->change == change);
  options.site_max_bytes = 0;
  cache = open();
  store({page("http://h/a", "<p>a", 2000)});
  BOOST_TEST(*cache.body(find("http://h/a").id) == "<p>a");
  BOOST_TEST(state("http://h/a") == "main ok");
  BOOST_TEST(total().evicted == 0);
  BOOST_TEST(cache.site_state("h")->change == change + 1, "the others have one more to be compared with");
}

BOOST_AUTO_TEST_CASE(the_oldest_body_is_of_the_page_met_longest_ago) {
  for (const char* name : {"a", "b", "c"}) {
    store({page(std::string("http://h/") + name, std::string("<p>") + name)});
    finish(std::string("http://h/") + name);
  }
  store({page("http://h/a", "<p>a", 2000)});
  CapturedPage same = answer("http://h/b", 304);
  same.fetched = 3000;
  store({same});
  options.site_max_pages = 2;
  cache = open();
  BOOST_TEST(CacheCapture(cache).prune()->pages == 1);
  BOOST_TEST(find("http://h/c").stored == 0);
}

BOOST_AUTO_TEST_CASE(pending_pages_beyond_a_bound_are_not_looked_through_with_every_batch) {
  constexpr int pages = 20'000, batch = 10;
  const auto seconds = [&](const std::string& directory_name, std::int64_t bound) {
    options.directory = directory / directory_name;
    options.site_max_pages = bound;
    cache = open();
    const std::clock_t begin = std::clock();  // processor time
    for (int first = 0; first < pages; first += batch) {
      std::vector<CapturedPage> some;
      for (int i = first; i < first + batch; ++i)
        some.push_back(page("http://h/" + std::to_string(i), "<p>x", 1000 + i));
      store(some);
    }
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  const double without = seconds("unbounded", 0);
  BOOST_TEST(seconds("bounded", 100) < 2 * without + 0.2);
  // Everything that can be evicted by now is evicted on request.
  for (int i = 0; i < 200; ++i) finish("http://h/" + std::to_string(i));
  BOOST_TEST(CacheCapture(cache).prune()->pages == 200);
}

BOOST_AUTO_TEST_SUITE_END()
