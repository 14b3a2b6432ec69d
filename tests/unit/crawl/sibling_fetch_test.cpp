// The sibling fetch against sites on loopback. The test controls the clock; only transfer timeouts are real.
#include "crawler_adapter/fetch/sibling_fetch.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/gzip.h"
#include "tests/support/raw_server.h"

using namespace pith;
using namespace pith::crawl;
using namespace std::chrono_literals;
using test::http_answer;
using test::http_redirect;
using test::RawServer;
using Words = std::vector<std::string>;

namespace {

class TestClock : public Clock {
 public:
  std::int64_t unix_seconds() override { return 1'700'000'000 + now_ms / 1000; }
  std::int64_t steady_ms() override { return now_ms; }
  bool sleep_ms(std::int64_t milliseconds) override {
    sleeps.push_back(milliseconds);
    now_ms += milliseconds;
    return !interrupted;
  }
  void pass_seconds(std::int64_t seconds) { now_ms += seconds * 1000; }

  std::int64_t now_ms = 5;
  bool interrupted = false;
  std::vector<std::int64_t> sleeps;
};

class TestBudget : public FetchBudget {
 public:
  Result<bool> take(const std::string& site, std::int64_t day, std::int64_t limit) override {
    if (broken) return Error{"busy", "pages.sqlite: locked by another process"};
    std::int64_t& used = taken[{site, day}];
    if (used >= limit) return false;
    ++used;
    return true;
  }
  std::map<std::pair<std::string, std::int64_t>, std::int64_t> taken;
  bool broken = false;
};

// A site docs.example.com (and api.example.com, other.example.org) on loopback, with pages /1 to /9 that nothing
// disallows.
struct World {
  World() {
    server.put("/robots.txt", http_answer(200, "User-agent: *\nDisallow: /private\n", "Content-Type: text/plain\r\n"));
    for (int i = 1; i <= 9; ++i) server.put("/" + std::to_string(i), http_answer(200, page(i)));
    options.http.user_agent = "Pith/test (+https://example.org/crawler)";
    options.http.addresses = AddressPolicy::also_private;
    options.http.timeout_ms = 10'000;
    for (const char* host : {"docs.example.com", "api.example.com", "other.example.org"})
      options.http.resolve.push_back(host + (":" + std::to_string(server.port()) + ":127.0.0.1"));
    options.http.resolve.push_back("inside.example.com:" + std::to_string(server.port()) + ":169.254.169.254");
  }

  static std::string page(int i) { return "<p>page " + std::to_string(i); }
  std::string at(const std::string& target, const std::string& host = "docs.example.com") const {
    return server.url(target, host);
  }
  Url url(const std::string& target) const {
    const auto parsed = parse_url(target.starts_with("/") ? at(target) : target);
    if (!parsed) throw std::runtime_error(target);
    return *parsed;
  }

  // A new fetcher with the current options.
  SiblingFetcher& fetcher() {
    if (!kept) {
      auto created = SiblingFetcher::create(options, clock, budget);
      if (!created) throw std::runtime_error(created.error().message);
      kept = std::move(*created);
    }
    return *kept;
  }
  // Returns the outcomes' reasons; the rest is in `result`.
  Words fetch(std::size_t wanted, std::initializer_list<std::string> targets) {
    std::vector<Url> links;
    for (const std::string& target : targets) links.push_back(url(target));
    return fetch_links(wanted, links);
  }
  Words fetch_links(std::size_t wanted, const std::vector<Url>& links) {
    SiblingRequest request{
        .key = url("/key"), .links = links, .wanted = wanted, .cached = {}, .host_allowed = host_allowed};
    request.cached = [this](const Url& one) { return cached.contains(one.str()); };
    result = fetcher().fetch(request);
    BOOST_REQUIRE(result.outcomes.size() == links.size());  // no link is lost
    Words reasons;
    for (std::size_t i = 0; i < links.size(); ++i) {
      BOOST_TEST(result.outcomes[i].url == links[i].str());
      reasons.push_back(result.outcomes[i].name());
    }
    return reasons;
  }
  // URL and status of the pages to be stored.
  Words pages() const {
    Words out;
    for (const CapturedPage& one : result.pages)
      out.push_back(parse_url(one.url)->path + " " + std::to_string(one.status));
    return out;
  }

  RawServer server;
  TestClock clock;
  TestBudget budget;
  SiblingFetchOptions options;
  std::set<std::string> cached;
  std::function<bool(const Url&)> host_allowed;
  std::unique_ptr<SiblingFetcher> kept;
  SiblingFetch result;
};

}  // namespace

#define CHECK_WORDS(actual, ...) BOOST_TEST((actual) == (Words{__VA_ARGS__}), boost::test_tools::per_element())

BOOST_FIXTURE_TEST_SUITE(sibling_fetch, World)

BOOST_AUTO_TEST_CASE(the_best_ranked_until_there_are_enough) {
  CHECK_WORDS(fetch(2, {"/3", "/missing", "/1", "/2"}), "fetched", "http_404", "fetched", "enough");
  CHECK_WORDS(server.asked(), "/robots.txt", "/3", "/missing", "/1");
  CHECK_WORDS(pages(), "/3 200", "/missing 404", "/1 200");
  BOOST_TEST(result.pages[0].body == page(3));
  BOOST_TEST(result.pages[1].body == "");
  BOOST_TEST((result.counts() == std::map<std::string, std::size_t>{{"fetched", 2}, {"http_404", 1}, {"enough", 1}}));
  BOOST_TEST(server.connections() == 1);
  CHECK_WORDS(fetch(0, {"/4"}), "enough");
  CHECK_WORDS(fetch(3, {}));
}

BOOST_AUTO_TEST_CASE(a_page_as_other_inputs_give_it) {
  server.put("/1",
             http_answer(200, test::gzip("<p>unpacked"),
                         "Content-Type: text/html; charset=ISO-8859-1\r\nContent-Encoding: gzip\r\nETag: \"e\"\r\n"
                         "Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT\r\nLocation: /means-nothing-here\r\n"));
  CHECK_WORDS(fetch(1, {"/1?q=1", "/1"}), "http_404", "fetched");
  const CapturedPage& page = result.pages.at(1);
  BOOST_TEST(page.url == at("/1"));
  BOOST_TEST(page.status == 200);
  BOOST_TEST(page.redirect_to == "");
  BOOST_TEST(page.content_type == "text/html; charset=ISO-8859-1");
  BOOST_TEST(page.charset == "ISO-8859-1");
  BOOST_TEST(page.etag == "\"e\"");
  BOOST_TEST(page.last_modified == "Mon, 01 Jan 2024 00:00:00 GMT");
  BOOST_TEST(page.fetched == clock.unix_seconds());
  BOOST_TEST(page.body == "<p>unpacked");
}

BOOST_AUTO_TEST_CASE(what_the_cache_knows_is_not_asked_for) {
  cached = {at("/1"), at("/3")};
  server.put("/2", http_redirect("/3"));
  CHECK_WORDS(fetch(4, {"/1", "/2", "/key", "/4", "/4"}), "cached", "cached", "already_asked", "fetched",
              "already_asked");
  CHECK_WORDS(server.asked(), "/robots.txt", "/2", "/4");
  CHECK_WORDS(pages(), "/2 301", "/4 200");
}

BOOST_AUTO_TEST_CASE(links_that_are_never_asked_for) {
  host_allowed = [](const Url& one) { return one.host != "api.example.com"; };
  std::vector<Url> links = {url("http://other.example.org/"), url(at("/", "api.example.com")),
                            url("http://docs.example.com:22/"), url("/1")};
  links.push_back(links.back());
  links.back().scheme = "file";
  CHECK_WORDS(fetch_links(4, links), "off_site", "host_not_allowed", "port_not_allowed", "fetched", "bad_scheme");
  CHECK_WORDS(server.asked(), "/robots.txt", "/1");

  options.any_port = true;
  kept.reset();
  RawServer second;
  options.http.resolve.push_back("docs.example.com:" + std::to_string(second.port()) + ":127.0.0.1");
  second.put("/1", http_answer(200, "<p>another port"));
  CHECK_WORDS(fetch(1, {second.url("/1", "docs.example.com")}), "fetched");
  CHECK_WORDS(second.asked(), "/robots.txt", "/1");  // each server has its own robots.txt
}

BOOST_AUTO_TEST_CASE(addresses_inside_are_not_connected_to) {
  CHECK_WORDS(fetch(2, {at("/1", "inside.example.com"), "/1"}), "private_address", "fetched");
  BOOST_TEST(result.outcomes[0].message.find("169.254.169.254 is a link-local address") != std::string::npos,
             result.outcomes[0].message);
  options.http.addresses = AddressPolicy::global_only;
  kept.reset();
  const auto before = server.asked().size();
  CHECK_WORDS(fetch(2, {"/1", "/2"}), "private_address", "private_address");
  BOOST_TEST(result.outcomes[0].message.find("127.0.0.1 is a loopback address") != std::string::npos,
             result.outcomes[0].message);
  BOOST_TEST(server.asked().size() == before);
}

// robots.txt came from a good address; the connection is closed, and the next one would go to a private address.
BOOST_AUTO_TEST_CASE(a_name_that_turns_inside_after_robots) {
  const std::string name = "docs.example.com:" + std::to_string(server.port()) + ":";
  server.put("/robots.txt", http_answer(404, "", "Connection: close\r\n"));
  CHECK_WORDS(fetch(1, {"/1"}), "fetched");
  options.http.resolve = {name + "169.254.169.254"};
  kept.reset();
  CHECK_WORDS(fetch(1, {"/2"}), "private_address");
  CHECK_WORDS(server.asked(), "/robots.txt", "/1");
}

BOOST_AUTO_TEST_CASE(redirects_are_links_again) {
  const std::string other_port = "http://docs.example.com:9/";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"/2", "fetched"},
      {at("/3", "api.example.com"), "fetched"},
      {"/private/x", "robots_disallowed"},
      {at("/1", "other.example.org"), "redirect_off_site"},
      {server.url("/1"), "redirect_off_site"},  // 127.0.0.1
      {"http://2130706433/", "redirect_off_site"},
      {"http://[::ffff:127.0.0.1]/", "redirect_off_site"},
      {"http://169.254.169.254/latest/meta-data/", "redirect_off_site"},
      {at("/1", "inside.example.com"), "private_address"},
      {other_port, "port_not_allowed"},
      {"file:///etc/passwd", "redirect_bad_scheme"},
      {"gopher://docs.example.com/_x", "redirect_bad_scheme"},
      {"javascript:alert(1)", "redirect_bad_scheme"},
      {"data:text/html,x", "redirect_bad_scheme"},
      {"", "redirect_nowhere"},
      {"http://", "redirect_nowhere"},
      {"/key", "already_asked"},
      {"/from", "already_asked"},
      {"/missing", "http_404"},
  };
  for (const auto& [location, reason] : cases) {
    server.put("/from", http_redirect(location, 302));
    CHECK_WORDS(fetch(1, {"/from"}), reason);
    BOOST_TEST(result.pages.at(0).redirect_to == location);
    BOOST_TEST(result.pages.at(0).status == 302);
    BOOST_TEST(result.pages.at(0).body == "");
  }
}

BOOST_AUTO_TEST_CASE(credentials_in_a_redirect_are_dropped) {
  server.put("/from", http_redirect("http://user:secret@docs.example.com:" + std::to_string(server.port()) + "/1"));
  CHECK_WORDS(fetch(1, {"/from"}), "fetched");
  BOOST_TEST(server.last_head().find("Authorization") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(at_most_five_redirects) {
  for (int i = 0; i <= 6; ++i) server.put("/r" + std::to_string(i), http_redirect("/r" + std::to_string(i + 1)));
  server.put("/r7", http_answer(200, "<p>the end"));
  CHECK_WORDS(fetch(1, {"/r1"}), "too_many_redirects");
  BOOST_TEST(result.pages.size() == 6u);
  CHECK_WORDS(fetch(1, {"/r2"}), "fetched");
}

BOOST_AUTO_TEST_CASE(robots_is_read_once_and_kept_for_a_day) {
  CHECK_WORDS(fetch(1, {"/private/1", "/1"}), "robots_disallowed", "fetched");
  CHECK_WORDS(fetch(1, {"/privately", "/2"}), "robots_disallowed", "fetched");
  CHECK_WORDS(server.asked(), "/robots.txt", "/1", "/2");
  server.put("/robots.txt", http_answer(200, "User-agent: pith\nDisallow: /"));
  clock.pass_seconds(24 * 3600);
  CHECK_WORDS(fetch(1, {"/3"}), "robots_disallowed");
  CHECK_WORDS(server.asked(), "/robots.txt", "/1", "/2", "/robots.txt");
}

BOOST_AUTO_TEST_CASE(robots_answers) {
  const std::string forbidding = "User-agent: *\nDisallow: /";
  server.put("/elsewhere", http_answer(200, forbidding));
  RawServer second;  // on a port that is not allowed
  options.http.resolve.push_back("docs.example.com:" + std::to_string(second.port()) + ":127.0.0.1");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {http_answer(200, ""), "fetched"},
      {http_answer(200, forbidding), "robots_disallowed"},
      {http_answer(200, test::gzip(forbidding), "Content-Encoding: gzip\r\n"), "robots_disallowed"},
      {http_answer(404, forbidding), "fetched"},
      {http_answer(401, forbidding), "fetched"},
      {http_answer(403, forbidding), "fetched"},
      {http_answer(410, forbidding), "fetched"},
      {http_answer(429, ""), "robots_unreachable"},
      {http_answer(500, ""), "robots_unreachable"},
      {http_answer(503, ""), "robots_unreachable"},
      {http_answer(304, ""), "robots_unreachable"},
      {"no HTTP at all\r\n\r\n", "robots_unreachable"},
      {http_redirect("/elsewhere"), "robots_disallowed"},
      {http_redirect(at("/elsewhere", "other.example.org")), "robots_disallowed"},
      {http_redirect("/nothing-there"), "fetched"},
      {http_redirect("file:///etc/passwd"), "robots_unreachable"},
      {http_redirect(at("/", "inside.example.com")), "robots_unreachable"},
      {http_redirect(second.url("/", "docs.example.com")), "robots_unreachable"},
      {http_redirect("/robots.txt"), "robots_unreachable"},
  };
  for (const auto& [answer, reason] : cases) {
    BOOST_TEST_CONTEXT(answer) {
      kept.reset();
      server.put("/robots.txt", answer);
      const std::size_t before = server.asked().size();
      CHECK_WORDS(fetch(1, {"/1", "/private"}), reason, reason == "fetched" ? "enough" : reason);
      const Words asked = server.asked();
      BOOST_TEST((std::find(asked.begin() + static_cast<std::ptrdiff_t>(before), asked.end(), "/1") != asked.end()) ==
                 (reason == "fetched"));
    }
  }
  BOOST_TEST(second.connections() == 0);
}

BOOST_AUTO_TEST_CASE(robots_over_500_kb_is_read_up_to_there) {
  server.put("/robots.txt",
             http_answer(200, "User-agent: *\nDisallow: /1\n" + std::string(2 << 20, '#') + "\nDisallow: /2"));
  CHECK_WORDS(fetch(1, {"/1", "/2"}), "robots_disallowed", "fetched");
}

BOOST_AUTO_TEST_CASE(robots_that_cannot_be_had_is_tried_again_later) {
  server.put("/robots.txt", http_answer(500, ""));
  CHECK_WORDS(fetch(1, {"/1", "/2"}), "robots_unreachable", "robots_unreachable");
  clock.pass_seconds(3599);
  CHECK_WORDS(fetch(1, {"/1"}), "robots_unreachable");
  CHECK_WORDS(server.asked(), "/robots.txt");
  server.put("/robots.txt", http_answer(404, ""));
  clock.pass_seconds(1);
  CHECK_WORDS(fetch(1, {"/1"}), "fetched");
}

BOOST_AUTO_TEST_CASE(the_pace) {
  fetch(3, {"/1", "/2", "/3"});
  BOOST_TEST(clock.sleeps == (std::vector<std::int64_t>{1000, 1000, 1000}), boost::test_tools::per_element());
  clock.sleeps.clear();
  clock.pass_seconds(5);
  fetch(2, {"/4", at("/1", "api.example.com"), "/5"});  // another host has its own pace
  BOOST_TEST(clock.sleeps == (std::vector<std::int64_t>{1000}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_crawl_delay) {
  server.put("/robots.txt", http_answer(200, "User-agent: *\nCrawl-delay: 2.5\n"));
  fetch(2, {"/1", "/2"});
  BOOST_TEST(clock.sleeps == (std::vector<std::int64_t>{2500, 2500}), boost::test_tools::per_element());
  kept.reset();
  clock.sleeps.clear();
  server.put("/robots.txt", http_answer(200, "User-agent: *\nCrawl-delay: 0.1\n"));
  fetch(1, {"/1"});
  BOOST_TEST(clock.sleeps == (std::vector<std::int64_t>{1000}), boost::test_tools::per_element());
  kept.reset();
  server.put("/robots.txt", http_answer(200, "User-agent: *\nCrawl-delay: 31\n"));
  const auto before = server.asked().size();
  CHECK_WORDS(fetch(1, {"/1", "/2"}), "crawl_delay_too_long", "crawl_delay_too_long");
  BOOST_TEST(server.asked().size() == before + 1);
}

BOOST_AUTO_TEST_CASE(the_days_budget) {
  options.requests_per_site_and_day = 3;
  server.put("/2", http_redirect("/3"));
  CHECK_WORDS(fetch(9, {"/1", "/2", at("/4", "api.example.com"), "/5"}), "fetched", "fetched", "daily_budget",
              "daily_budget");
  kept.reset();  // the budget outlives the fetcher
  CHECK_WORDS(fetch(9, {"/6"}), "daily_budget");
  BOOST_TEST((budget.taken == decltype(budget.taken){{{"example.com", 1'700'000'000 / 86400}, 3}}));
  clock.pass_seconds(24 * 3600);
  CHECK_WORDS(fetch(9, {"/6"}), "fetched");
  budget.broken = true;
  CHECK_WORDS(fetch(9, {"/7", "/8"}), "budget_unavailable", "budget_unavailable");
  BOOST_TEST(result.outcomes[0].message == "pages.sqlite: locked by another process");
  BOOST_TEST(server.asked().back() == "/6");
}

BOOST_AUTO_TEST_CASE(a_host_that_is_asked_too_much_is_left_alone) {
  server.put("/1", http_answer(429, "", "Retry-After: 1000\r\n"));
  CHECK_WORDS(fetch(9, {"/1", "/2", at("/3", "api.example.com")}), "http_429", "host_backoff", "fetched");
  CHECK_WORDS(pages(), "/3 200");  // a 429 says nothing about the page
  clock.pass_seconds(998);
  CHECK_WORDS(fetch(9, {"/2"}), "host_backoff");
  clock.pass_seconds(2);
  server.put("/1", http_answer(503, ""));
  CHECK_WORDS(fetch(9, {"/2", "/1", "/4"}), "fetched", "http_503", "host_backoff");
  clock.pass_seconds(300);
  server.put("/1", http_answer(500, ""));  // one broken page does not mean a broken host
  CHECK_WORDS(fetch(9, {"/1", "/4"}), "http_500", "fetched");
  CHECK_WORDS(pages(), "/4 200");
}

BOOST_AUTO_TEST_CASE(answers_that_are_no_pages) {
  server.put("/image", http_answer(200, "GIF", "Content-Type: image/gif\r\n"));
  server.put("/empty", http_answer(200, ""));
  server.put("/created", http_answer(201, "<p>x"));
  server.put("/large", http_answer(200, std::string(200'000, 'a')));
  server.put("/bomb", http_answer(200, test::gzip(std::string(64 << 20, '\0')),
                                  "Content-Type: text/html\r\nContent-Encoding: gzip\r\n"));
  options.http.max_body_bytes = 100'000;
  CHECK_WORDS(fetch(9, {"/image", "/empty", "/created", "/large", "/bomb", "/1"}), "not_html", "empty", "http_201",
              "too_large", "too_large", "fetched");
  CHECK_WORDS(pages(), "/image 200", "/empty 200", "/created 201", "/1 200");
  BOOST_TEST(result.pages[0].body == "");
  BOOST_TEST(result.pages[0].content_type == "image/gif");
}

BOOST_AUTO_TEST_CASE(a_server_that_trickles) {
  server.put("/slow", [](RawServer::Connection& connection) {
    connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n");
    while (connection.write("a") && connection.pause(20ms)) {
    }
    return RawServer::Then::close;
  });
  options.http.timeout_ms = 2000;  // robots.txt must arrive within it
  CHECK_WORDS(fetch(9, {"/slow", "/1"}), "timeout", "host_backoff");
  BOOST_TEST(result.pages.empty());
}

BOOST_AUTO_TEST_CASE(the_time_of_one_page) {
  options.delay_ms = 4000;
  options.seconds_per_page = 10;
  CHECK_WORDS(fetch(9, {"/1", "/2", "/3", "/4"}), "fetched", "fetched", "time_used_up", "time_used_up");
  CHECK_WORDS(fetch(9, {"/3"}), "fetched");
}

BOOST_AUTO_TEST_CASE(an_interrupted_wait_ends_it) {
  clock.interrupted = true;
  CHECK_WORDS(fetch(9, {"/1", "/2"}), "interrupted", "interrupted");
  CHECK_WORDS(server.asked(), "/robots.txt");
  BOOST_TEST(budget.taken.empty());
}

BOOST_AUTO_TEST_CASE(one_connection_for_a_site) {
  for (int i = 1; i <= 9; ++i) fetch(1, {"/" + std::to_string(i)});
  BOOST_TEST(server.asked().size() == 10u);
  BOOST_TEST(server.connections() == 1);
}

BOOST_AUTO_TEST_CASE(user_agents_without_name_or_contact_are_refused) {
  const auto error_of = [&](const std::string& user_agent) {
    options.http.user_agent = user_agent;
    const auto created = SiblingFetcher::create(options, clock, budget);
    return created ? std::string() : created.error().code + ": " + created.error().message;
  };
  BOOST_TEST(error_of("Pith/0.1 (+https://example.org/pith; your contact here)") == "");
  BOOST_TEST(error_of("mybot (me@example.org)") == "");
  BOOST_TEST(error_of("") != "");
  BOOST_TEST(error_of("(+https://example.org/)").find("no name") != std::string::npos);
  BOOST_TEST(error_of("Pith/0.1") ==
             "bad_user_agent: user agent \"Pith/0.1\": it holds no contact, neither a URL nor a mail address; expected "
             "something like \"Pith/0.1 (+https://example.org/crawler)\"");
  BOOST_TEST(error_of("Pith (a@b)\r\nX: y").find("control characters") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_machines_clocks) {
  SystemClock real;
  const std::int64_t before = real.steady_ms();
  BOOST_TEST(real.sleep_ms(20));
  BOOST_TEST(real.steady_ms() - before >= 19);
  const std::int64_t earlier = std::time(nullptr), now = real.unix_seconds();
  BOOST_TEST(earlier - 1 <= now);  // time() reads a coarser clock
  BOOST_TEST(now <= std::time(nullptr) + 1);
}

BOOST_AUTO_TEST_SUITE_END()
