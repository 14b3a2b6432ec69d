// A site that changes between two crawls: the index is the one that the second crawl alone would give.
#include <signal.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/gzip.h"
#include "tests/support/raw_server.h"

using namespace pith::test;

namespace {

constexpr int articles = 12;

void make_site(Site& site) {
  put_articles(site, articles, {"/old.html", "/unlinked-later.html"});
  site.put("/old.html", article(30));
  site.put("/unlinked-later.html", article(31));
}

void change_site(Site& site) {
  site.put(article_target(3), article(33, "<p>Rewritten altogether</p>"));
  site.remove("/old.html");
  site.put("/new.html", article(34));
  site.put("/", contents(articles, {"/old.html", "/new.html"}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(recrawl)

BOOST_AUTO_TEST_CASE(index_follows_the_site) {
  Site site;
  make_site(site);
  const Project project, scratch;
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.search(article_word(30)) == std::set<std::string>{site.url("/old.html")});
  BOOST_TEST(project.stats().at("indexed") == articles + 3);

  change_site(site);
  project.must({"crawl", site.url("/")});
  scratch.must({"crawl", site.url("/")});
  check_same_index(project.index(), scratch.index());
  BOOST_TEST(project.search(article_word(33)) == std::set<std::string>{site.url(article_target(3))});
  BOOST_TEST(project.search(article_word(34)) == std::set<std::string>{site.url("/new.html")});
  for (const int number : {3, 30, 31}) BOOST_TEST(project.search(article_word(number)).empty(), number);

  const auto total = project.stats();
  BOOST_TEST(total.at("captured") == articles + 4);
  BOOST_TEST(total.at("pending") == 0);
  BOOST_TEST(total.at("indexed") == articles + 2);
  BOOST_TEST(total.at("skipped_by_reason").dump() == R"({"gone":1,"http_404":1})");
}

BOOST_AUTO_TEST_CASE(crawling_an_unchanged_site_writes_nothing) {
  Site site;
  make_site(site);
  const Project project;
  project.must({"crawl", site.url("/")});
  const IndexContent before = project.index();
  const auto stats = project.stats();
  project.must({"crawl", site.url("/"), "--capture-only"});
  const auto summary = project.json({"index"});
  BOOST_TEST(summary.at("written") == 0);
  BOOST_TEST(summary.at("removed") == 0);
  check_same_index(project.index(), before);
  BOOST_TEST(bool(project.stats() == stats));
}

BOOST_AUTO_TEST_CASE(page_that_comes_back_is_indexed_again) {
  Site site;
  make_site(site);
  const Project project;
  project.must({"crawl", site.url("/")});
  const IndexContent before = project.index();
  change_site(site);
  project.must({"crawl", site.url("/")});
  make_site(site);
  project.must({"crawl", site.url("/")});
  auto after = project.index();
  after.erase(site.url("/new.html"));
  check_same_index(after, before);
  BOOST_TEST(project.search(article_word(31)).size() == 1u);
}

BOOST_AUTO_TEST_CASE(json_reports_the_crawl) {
  Site site;
  make_site(site);
  const Project project;
  const std::string out = project.must({"crawl", site.url("/"), "--json"});
  const std::size_t end = out.find('\n');
  auto crawl = nlohmann::json::parse(out.substr(0, end));
  BOOST_TEST(crawl.at("log").get<std::string>().ends_with("/hts-log.txt"));
  BOOST_TEST(crawl.at("seconds") > 0);
  BOOST_TEST(crawl.at("requests") >= 15);
  for (const char* varying : {"log", "seconds", "requests"}) crawl.erase(varying);
  BOOST_TEST(
      crawl.dump() ==
      R"({"beyond":0,"captured":15,"complete":true,"errors":0,"failed_starts":[],"forbidden":[],"forbidden_links":0,"held":0,"ignored":0,"limit":"",)"
      R"("lost":0,"pages":15,"redirects":0,"retired":0,"statuses":{},"stopped":false,"unanswered":0,"unmet":0})");
  BOOST_TEST(nlohmann::json::parse(out.substr(end + 1)).at("written") == articles + 3);

  change_site(site);
  crawl = project.json({"crawl", site.url("/"), "--capture-only"});
  BOOST_TEST(crawl.at("retired") == 2);  // one is not linked any more, one is answered with 404
  crawl = project.json({"crawl", site.url("/"), "--capture-only", "--set", "crawl.max_pages=5"});
  BOOST_TEST(crawl.at("stopped") == true);
  BOOST_TEST(crawl.at("complete") == false);
  BOOST_TEST(crawl.at("retired") == 0);
}

// HTTrack's exit code is 0 even if it was stopped.
BOOST_AUTO_TEST_CASE(a_stopped_crawl_considers_no_page_gone) {
  Site site;
  make_site(site);
  std::string links;
  for (int i = 0; i < 20; ++i) links += "<a href=\"/missing-" + std::to_string(i) + ".html\">more</a>";
  site.put("/old.html", article(30, links));
  const Project project;
  project.must({"crawl", site.url("/")});
  const IndexContent before = project.index();
  for (const char* limit : {"crawl.max_pages=10", "crawl.options=[-M20000]", "crawl.options=['-#L20']"}) {
    BOOST_TEST_CONTEXT(limit) {
      site.forget();
      const std::string out = project.must({"crawl", site.url("/"), "--set", limit, "--set", "crawl.connections=2"});
      BOOST_TEST(site.answers().size() < 30u);  // of 35
      BOOST_TEST(out.find(", so no page counts as gone") != std::string::npos, out);
      check_same_index(project.index(), before);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_crawl_ended_by_a_signal_considers_no_page_gone) {
  Site site;
  make_site(site);
  const Project project;
  project.must({"crawl", site.url("/")});
  const IndexContent before = project.index();
  site.set_delay(std::chrono::milliseconds(30));
  enum { httrack_alone, httrack_and_pith };
  for (const int whom : {httrack_alone, httrack_and_pith}) {
    BOOST_TEST_CONTEXT((whom == httrack_alone ? "HTTrack alone" : "HTTrack and pith")) {
      site.forget();
      Process crawl(project.command({"crawl", site.url("/"), "--set", "crawl.connections=2"}));
      BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= 9; }));
      const std::vector<pid_t> below = crawl.descendants();
      BOOST_REQUIRE(!below.empty());
      kill(below.front(), SIGTERM);
      if (whom == httrack_and_pith) crawl.signal(SIGTERM);
      const Outcome outcome = crawl.finish();
      BOOST_TEST(outcome.code == (whom == httrack_alone ? 0 : 130), outcome.err);
      BOOST_TEST(site.answers().size() < std::size_t(articles + 1));
      BOOST_TEST(outcome.out.find("so no page counts as gone") != std::string::npos, outcome.out);
      project.must({"index"});
      check_same_index(project.index(), before);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_server_that_never_answers_delays_the_end_by_seconds) {
  RawServer server;
  server.put("/", http_answer(200, contents(3, {"/never.html", "/never-too.html"}).body));
  for (const int number : {1, 2, 3}) server.put(article_target(number), http_answer(200, article(number).body));
  for (const char* target : {"/never.html", "/never-too.html"})
    server.put(target, [](RawServer::Connection& connection) {
      connection.pause(std::chrono::minutes(5));
      return RawServer::Then::close;
    });
  const Project project;
  Process crawl(project.command({"crawl", server.url("/")}));
  BOOST_REQUIRE(wait_until([&] { return server.asked().size() >= 6; }));  // after pith has made the cache
  BOOST_REQUIRE(wait_until([&] { return project.cache().size() >= 4; }));
  const auto begun = std::chrono::steady_clock::now();
  crawl.signal(SIGTERM);
  const Outcome outcome = crawl.finish();
  BOOST_TEST((std::chrono::steady_clock::now() - begun < std::chrono::seconds(9)));
  BOOST_TEST(outcome.code == 130, outcome.err);
  BOOST_TEST(project.cache().size() == 4u);
}

// Broken links are transfers, but crawl.max_pages does not count them as pages.
BOOST_AUTO_TEST_CASE(a_bound_that_is_not_reached_stops_nothing) {
  Site site;
  const auto link_to = [&](std::vector<std::string> targets) {
    for (int i = 0; i < 6; ++i) targets.push_back("/missing-" + std::to_string(i) + ".html");
    site.put("/", contents(3, targets));
  };
  put_articles(site, 3);
  site.put("/old.html", article(30));
  link_to({"/old.html"});
  const Project project("  max_pages: 6\n");
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.search(article_word(30)).size() == 1u);
  link_to({});
  site.remove("/old.html");
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.search(article_word(30)).empty());
}

// Only the hub leads to these pages.
BOOST_AUTO_TEST_CASE(pages_behind_one_that_fails_stay) {
  Site site;
  const Page hub{.body = templated("Hub", "<h1>Hub</h1><p>On to <a href=\"/behind.html\">more</a>.</p>")};
  put_articles(site, articles, {"/hub.html"});
  site.put("/hub.html", hub);
  site.put("/behind.html", article(30));
  const Project project;
  project.must({"crawl", site.url("/")});
  site.put("/hub.html", {.body = "down", .status = 503});
  const std::string out = project.must({"crawl", site.url("/")});
  BOOST_TEST(out.find("1 page of an earlier crawl was not found but stays") != std::string::npos, out);
  BOOST_TEST(project.search(article_word(30)).size() == 1u);
  site.put("/hub.html", hub);
  site.remove("/behind.html");
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.search("+" + article_word(30)).empty());
}

// A server that answers only with errors for a while must not empty the index.
BOOST_AUTO_TEST_CASE(outage_of_the_server_keeps_the_index) {
  Site site;
  make_site(site);
  const Project project;
  project.must({"crawl", site.url("/")});
  const IndexContent before = project.index();
  for (int number = 1; number <= articles; ++number) site.put(article_target(number), {.body = "down", .status = 503});
  site.put("/", {.body = "down", .status = 503});
  project.pith({"crawl", site.url("/")});
  check_same_index(project.index(), before);
}

// HTTrack takes some spellings for the same page, and would fetch only the one that it meets first.
BOOST_AUTO_TEST_CASE(a_link_in_another_spelling_takes_no_page_out_of_the_index) {
  RawServer server;
  const std::vector<std::string> targets = {"/docs/x.html", "/v?a=1&b=2"};
  for (const std::string& target : targets) server.put(target, http_answer(200, article(3).body + target));
  server.put("/list.html", http_answer(200, contents(0, targets).body));
  const auto home = [&](std::vector<std::string> links) {
    links.emplace_back("/list.html");
    server.put("/", http_answer(200, contents(0, links).body));
  };
  home({});
  const Project project("index: {duplicates: keep}\n");
  project.must({"crawl", server.url("/")});
  const IndexContent before = project.index();
  BOOST_TEST(before.size() == 4u);
  home({"/docs//x.html", "/v?b=2&a=1"});
  BOOST_TEST(project.json({"crawl", server.url("/"), "--capture-only"}).at("retired") == 0);
  for (const std::string& target : targets)
    BOOST_TEST(project.cache().at(server.url(target)).at("state") == "main", target);
}

// A login, a block, a notice: most pages are answered otherwise at once.
BOOST_AUTO_TEST_CASE(a_wall_before_all_pages_takes_none_out_of_the_index) {
  RawServer server;
  std::vector<std::string> targets;
  for (int i = 0; i < 12; ++i) targets.push_back("/" + std::to_string(i) + ".html");
  std::vector<std::string> links = targets;
  links.push_back("/index.html");
  const std::string home = http_answer(200, contents(0, links).body);
  server.put("/", home);
  server.put("/login", http_answer(200, "<title>Log in</title><p>Please log in to read this page."));
  const auto put_all = [&](const std::function<std::string(int)>& answer) {
    for (int i = 0; i < 12; ++i) server.put(targets[static_cast<std::size_t>(i)], answer(i));
    server.put("/index.html", answer(12));
  };
  const auto own = [&](int i) { return i == 12 ? home : http_answer(200, article(i + 1).body); };
  put_all(own);
  const Project project;
  project.must({"crawl", server.url("/")});
  const IndexContent before = project.index();
  BOOST_TEST(before.size() == 13u);
  const std::string notice = "<title>Story</title><p>Please sign in to read this story. Forgot your password? ";
  for (const std::string& wall : {http_redirect("/login"), http_redirect("/"), http_answer(403, "No"),
                                  http_answer(404, "No"), http_answer(200, notice)}) {
    put_all(
        [&](int i) { return wall == http_answer(200, notice) ? http_answer(200, notice + std::to_string(i)) : wall; });
    const Outcome crawl = project.pith({"crawl", server.url("/"), "--capture-only", "--json"});
    BOOST_TEST(crawl.code == 1, crawl.out);
    BOOST_TEST(nlohmann::json::parse(crawl.out).at("held") == 12, wall);
    BOOST_TEST(project.stats().at("held") == 12);
    const std::string held = project.must({"cache", "ls", "--held"});
    BOOST_TEST(std::ranges::count(held, '\n') == 12, held);
    BOOST_TEST(held.find("/login\n") == std::string::npos, held);
    project.must({"index"});
    const IndexContent now = project.index();
    for (const auto& [url, document] : before) BOOST_TEST((now.contains(url) && now.at(url) == document), wall << url);
    put_all(own);
    BOOST_TEST(project.json({"crawl", server.url("/"), "--capture-only"}).at("held") == 0);
    BOOST_TEST(project.pith({"cache", "ls", "--held"}).code == 1);
    project.must({"index"});
  }
  put_all([](int) { return http_answer(404, "No"); });
  project.must({"crawl", server.url("/"), "--allow-removal"});
  BOOST_TEST(project.index().size() <= 2u);  // the home page, and the login
}

// The start page went with all others: nobody can find them, and the user may say that they are gone.
BOOST_AUTO_TEST_CASE(a_site_whose_start_page_is_gone_can_be_removed) {
  RawServer server;
  server.put("/", http_answer(200, contents(0, {"/1.html", "/2.html"}).body));
  for (int i = 1; i <= 2; ++i) server.put("/" + std::to_string(i) + ".html", http_answer(200, article(i).body));
  const Project project;
  project.must({"crawl", server.url("/")});
  BOOST_TEST(project.index().size() == 3u);
  for (const char* target : {"/", "/1.html", "/2.html"}) server.put(target, http_answer(404, "No"));
  const auto crawl = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"crawl", server.url("/"), "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = project.pith(arguments);
    BOOST_TEST(outcome.code == 1, outcome.out << outcome.err);
    return nlohmann::json::parse(outcome.out.substr(0, outcome.out.find('\n')));
  };
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // the cache's times are whole seconds
  // While the server is out of order, nobody knows.
  server.put("/", http_answer(503, "No"));
  BOOST_TEST(crawl({"--allow-removal"}).at("retired") == 0);
  server.put("/", http_answer(404, "No"));
  BOOST_TEST(crawl({}).at("held") == 1);
  const Outcome refused = project.pith({"crawl", server.url("/")});
  BOOST_TEST(refused.out.find("1 page of an earlier crawl stays as it was: it answered with an error, a redirect, a "
                              "login or another notice\n") != std::string::npos,
             refused.out);
  BOOST_TEST(refused.out.find("repeat the command with --allow-removal\n"
                              "that would also remove 2 pages that were not reached") != std::string::npos,
             refused.out);
  BOOST_TEST(project.stats().at("held") == 1);
  BOOST_TEST(project.index().size() == 3u);
  BOOST_TEST(crawl({"--allow-removal"}).at("retired") == 3);
  BOOST_TEST(project.stats().at("held") == 0);
  BOOST_TEST(project.index().empty());
}

// The start page is the last that comes.
BOOST_AUTO_TEST_CASE(a_server_that_goes_down_is_no_success) {
  const std::vector<std::string> targets = {"/one.html", "/two.html", "/three.html"};
  RawServer server;
  server.put("/", http_answer(200, contents(0, targets).body));
  for (const std::string& target : targets)
    server.put(target, http_answer(200, article(static_cast<int>(target.size())).body + target));
  const Project project("index: {duplicates: keep}\n");
  project.must({"crawl", server.url("/")});
  const IndexContent before = project.index();
  const auto check_down = [&](const std::string& message) {
    const Outcome down = project.pith({"crawl", server.url("/")});
    BOOST_TEST(down.code == 1, down.out << down.err);
    BOOST_TEST(down.err.find(message + ", so a server may be down; crawl again later") != std::string::npos, down.err);
    check_same_index(project.index(), before);
  };
  for (const std::string& target : targets)
    server.put(target, [](RawServer::Connection&) { return RawServer::Then::close; });
  check_down("most URLs gave no answer");
  for (const int status : {500, 503, 429}) {
    for (const std::string& target : targets) server.put(target, http_answer(status, "Sorry"));
    check_down("most URLs gave no answer, or an error that may pass");
  }
}

// "/docs/", through which alone others are reachable, in a crawl that finds it broken.
BOOST_AUTO_TEST_CASE(a_broken_connection_takes_no_page_out_of_the_index) {
  using Then = RawServer::Then;
  const std::string hub = article(1, "<a href=/docs/a.html>a</a><a href=/docs/b.html>b</a>").body;
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  const std::string length = "Content-Length: " + std::to_string(hub.size()) + "\r\n\r\n";
  const std::string packed = gzip(hub), half = packed.substr(0, packed.size() / 2);
  const std::string gzipped = head + "Content-Encoding: gzip\r\nConnection: close\r\n";
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"nothing", ""},
      {"no body", head + length},
      {"an empty body", head + "Content-Length: 0\r\nConnection: close\r\n\r\n"},
      {"half a body", head + length + hub.substr(0, hub.size() / 2)},
      {"half a chunk", head + "Transfer-Encoding: chunked\r\n\r\n1000\r\n" + hub.substr(0, 500)},
      {"no last chunk", head + "Transfer-Encoding: chunked\r\n\r\n1f4\r\n" + hub.substr(0, 500) + "\r\n"},
      {"half a head", "HTTP/1.1 200 O"},
      {"no HTTP", "\x16\x03\x01 no HTTP\r\n\r\n"},
      {"a part",
       "HTTP/1.1 206 Part\r\nContent-Type: text/html\r\nContent-Range: bytes 0-99/999\r\n"
       "Content-Length: 100\r\nConnection: close\r\n\r\n" +
           hub.substr(0, 100)},
      {"304, unasked", "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"},
      {"half of gzip", gzipped + "Content-Length: " + std::to_string(half.size()) + "\r\n\r\n" + half},
      {"damaged gzip", gzipped + length + packed.substr(0, 20) + std::string(hub.size() - 20, 'x')},
      {"an encoding that nobody asked for", head + "Content-Encoding: br\r\n" + length + std::string(hub.size(), 'x')}};
  const std::string whole = gzipped + "Content-Length: " + std::to_string(packed.size()) + "\r\n\r\n" + packed;
  RawServer server;
  const auto put = [&](const std::string& target, const std::string& body) {
    server.put(target, http_answer(200, body));
  };
  put("/", contents(0, {"/docs/", "/one.html", "/two.html", "/three.html", "/go"}).body);
  for (const std::string target :
       {"/one.html", "/two.html", "/three.html", "/docs/a.html", "/docs/b.html", "/far.html"})
    put(target, article(static_cast<int>(target.size())).body + target);
  server.put("/go", http_redirect("/far.html"));
  const Project project("index: {duplicates: keep}\n");
  const auto crawled = [&] { return project.json({"crawl", server.url("/"), "--capture-only"}); };
  for (const auto& [kind, answer] : broken) {
    BOOST_TEST_CONTEXT(kind) {
      server.put("/docs/", whole);
      BOOST_TEST(crawled().at("unanswered") == 0);
      project.must({"index"});
      const IndexContent before = project.index();
      BOOST_TEST(before.size() == 8u);
      server.put("/docs/", [answer](RawServer::Connection& connection) {
        connection.write(answer);
        return Then::close;
      });
      const auto crawl = crawled();
      BOOST_TEST(crawl.at("retired") == 0);
      BOOST_TEST(crawl.at("unmet") == 2);
      BOOST_TEST(crawl.at("unanswered") == 1);
      project.must({"index"});
      check_same_index(project.index(), before);
      project.stats();
    }
  }
  server.put("/docs/", whole);
  BOOST_TEST(crawled().at("unmet") == 0);
  // Nor does a redirect. One that was never there has a state, too.
  server.put("/go", [](RawServer::Connection&) { return Then::close; });
  BOOST_TEST(crawled().at("retired") == 0);
  const Project first;
  first.json({"crawl", server.url("/"), "--capture-only"});
  BOOST_TEST(first.cache().at(server.url("/go"))["reason"] == "transfer_failed");
  const std::string said = project.must({"crawl", server.url("/")});
  BOOST_TEST(said.find(" gave no complete answer; HTTrack's log: ") != std::string::npos, said);
}

BOOST_AUTO_TEST_SUITE_END()
