// `pith crawl` keeps to robots.txt as RFC 9309 says, for every URL that it asks for.
#include <signal.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/site.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/raw_server.h"

using namespace pith::test;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void put_robots(Site& site, const std::string& text) { site.put("/robots.txt", {.body = text, .type = "text/plain"}); }

// A page at each target, and one at "/" that links to all.
void put_pages(Site& site, const std::vector<std::string>& targets, const std::string& more_links = {}) {
  std::string links = more_links;
  int number = 1;
  for (const std::string& target : targets) {
    links += "<a href=\"" + target + "\">link</a> ";
    site.put(target, {.body = "<html><title>Page</title><body>" + article_text(++number)});
  }
  site.put("/", {.body = "<html><title>Home</title><body>" + article_text(1) + links});
}

std::set<std::string> pages_asked_for(const Site& site) {
  std::set<std::string> out;
  for (const Site::Answer& answer : site.answers())
    if (answer.target != "/robots.txt") out.insert(answer.target);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(robots)

BOOST_AUTO_TEST_CASE(links_are_followed_as_the_rules_for_pith_say) {
  const std::vector<std::string> targets = {"/all/1.html", "/ours/1.html", "/ours/open/1.html", "/x.php",
                                            "/x.php?q=1",  "/q?print=1",   "/Ours/1.html",      "/httrack/1.html"};
  Site site;
  put_pages(site, targets);
  put_robots(site,
             "User-agent: *\nDisallow: /all/\n\nUser-agent: httrack\nDisallow: /\n\n"
             "User-agent: pith-tests\nDisallow: /ours/\nAllow: /ours/open/\nDisallow: /*.php$\nDisallow: /*print=\n");
  const Project project;
  const std::string out = project.must({"crawl", site.url("/")});
  BOOST_TEST(bool(pages_asked_for(site) == std::set<std::string>{"/", "/all/1.html", "/ours/open/1.html", "/x.php?q=1",
                                                                 "/Ours/1.html", "/httrack/1.html"}));
  BOOST_TEST(holds(out, site.url("/robots.txt") + " forbids /ours/, /*.php$ and /*print=\n"
                                                  "3 links left out, because robots.txt forbids them\n"),
             out);

  // Nobody names this crawler: the rules for all count.
  site.forget();
  const Project other;
  other.must({"crawl", site.url("/"), "--set", "crawl.user_agent=Another/1.0 (me@example.org)"});
  BOOST_TEST(!pages_asked_for(site).contains("/all/1.html"));
  BOOST_TEST(pages_asked_for(site).contains("/ours/1.html"));

  site.forget();
  const Project own;
  const std::string all = own.must({"crawl", site.url("/"), "--set", "crawl.robots=false"});
  BOOST_TEST(pages_asked_for(site).size() == targets.size() + 1);
  BOOST_TEST(!holds(all, "robots.txt"), all);
}

BOOST_AUTO_TEST_CASE(redirects_lead_to_nothing_that_is_forbidden) {
  Site site;
  put_robots(site, "User-agent: *\nDisallow: /private/\n");
  put_pages(site, {"/private/1.html", "/open.html"}, "<a href=/moved>moved</a> ");
  site.put("/moved", redirect(302, "/private/2.html"));
  site.put("/private/2.html", {.body = article_text(7)});
  site.put("/start", redirect(301, "/private/1.html"));
  const Project project;
  project.must({"crawl", site.url("/")});
  BOOST_TEST(bool(pages_asked_for(site) == std::set<std::string>{"/", "/open.html", "/moved"}));

  site.forget();
  const Outcome start = project.pith({"crawl", site.url("/start")});
  BOOST_TEST(start.code == 1, start.out << start.err);
  BOOST_TEST(holds(start.err, site.url("/start") + ": leads to " + site.url("/private/1.html") + ": " +
                                  site.url("/robots.txt") + " forbids it to pith-tests, line 2: Disallow: /private/"),
             start.err);
  BOOST_TEST(bool(pages_asked_for(site) == std::set<std::string>{"/start"}));
}

BOOST_AUTO_TEST_CASE(another_host_is_asked_before_a_redirect_is_followed_there) {
  Site site, closed("127.0.0.2"), busy("127.0.0.3");
  put_robots(closed, "User-agent: *\nDisallow: /\n");
  busy.put("/robots.txt", {.body = "busy", .status = 503});
  for (Site* other : {&closed, &busy}) other->put("/there.html", {.body = article_text(2)});
  site.put("/closed", redirect(301, closed.url("/there.html")));
  site.put("/busy", redirect(301, busy.url("/there.html")));
  const Project project;
  const Outcome refused = project.pith({"crawl", site.url("/closed")});
  BOOST_TEST(refused.code == 1, refused.out << refused.err);
  BOOST_TEST(holds(refused.err, "line 2: Disallow: /"), refused.err);
  const Outcome unsure = project.pith({"crawl", site.url("/busy")});
  BOOST_TEST(unsure.code == 1, unsure.out << unsure.err);
  BOOST_TEST(holds(unsure.err, "leads to " + busy.url("/there.html") + ": robots.txt could not be fetched"),
             unsure.err);
  BOOST_TEST(pages_asked_for(closed).empty());
  BOOST_TEST(pages_asked_for(busy).empty());
}

// The server fails between Pith's first question and the plugin's.
BOOST_AUTO_TEST_CASE(a_crawl_that_could_not_ask_removes_nothing) {
  Site site, other("127.0.0.2");
  put_pages(site, {"/a.html"}, "<a href=\"" + other.url("/b.html") + "\">b</a>");
  other.put("/b.html", {.body = "<html><title>B</title><body>" + article_text(9)});
  const Project project("  options: [\"+" + other.url("/*").substr(7) + "\"]\n");
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.index().contains(other.url("/b.html")));
  other.put("/robots.txt", {.body = "busy", .status = 503});
  const Outcome again = project.pith({"crawl", site.url("/")});
  BOOST_TEST(holds(again.err, other.url("/b.html") + ": robots.txt could not be fetched"), again.err);
  BOOST_TEST(holds(again.out, "1 URL gave no complete answer"), again.out);
  BOOST_TEST(project.index().contains(other.url("/b.html")));
}

// HTTrack takes the first digits for the port, modulo 65,536, and what follows the last "@" for the host.
BOOST_AUTO_TEST_CASE(what_httrack_would_read_otherwise_is_not_asked_for) {
  Site site, other("127.0.0.2");
  put_robots(site, "User-agent: *\nDisallow: /private/\n");
  put_robots(other, "User-agent: *\nDisallow: /\n");
  site.put("/private/1.html", {.body = article_text(7)});
  other.put("/c.html", {.body = article_text(8)});
  const std::string port = site.url("").substr(site.url("").rfind(':') + 1);
  const std::string host = site.url("").substr(0, site.url("").rfind(':'));
  const std::string there = other.url("/c.html").substr(7);
  const std::vector<std::string> targets = {host + ":" + port + "abc/private/1.html",
                                            host + ":" + std::to_string(std::stoi(port) + 65'536) + "/private/1.html",
                                            host + ":" + port + ";/private/1.html",
                                            host + ":" + port + " /private/1.html",
                                            site.url("\\@") + there,
                                            site.url("?@") + there,
                                            site.url("#@") + there,
                                            "http://x@y@" + there};
  std::string links;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    site.put("/r" + std::to_string(i), redirect(302, targets[i]));
    links += "<a href=/r" + std::to_string(i) + ">r</a> <a href=\"" + targets[i] + "\">t</a> ";
  }
  put_pages(site, {"/open.html"}, links);
  const Project project("  options: [\"+127.0.0.*\"]\n");
  const auto crawl = nlohmann::json::parse(project.must({"crawl", site.url("/"), "--capture-only", "--json"}));
  BOOST_TEST(crawl.at("unanswered") == 0, crawl.dump());  // what was not asked for says nothing of the server
  project.must({"index"});
  BOOST_TEST(pages_asked_for(site).contains("/open.html"));
  BOOST_TEST(!pages_asked_for(site).contains("/private/1.html"));
  BOOST_TEST(pages_asked_for(other).empty());
  BOOST_TEST(project.search(article_word(8)).empty());
}

// A link of HTTrack's own kind sends a form.
BOOST_AUTO_TEST_CASE(no_link_sends_a_form) {
  RawServer server;
  const std::string link = "<a href=\"/admin?>post:a=b%0d%0a\">a</a>";
  server.put("/", http_answer(200, "<html><title>Home</title><body>" + article_text(1) + link));
  const Project project;
  project.must({"crawl", server.url("/")});
  for (const std::string& target : server.asked()) BOOST_TEST(target.find("admin") == std::string::npos, target);
}

BOOST_AUTO_TEST_CASE(rules_for_facets_and_escaped_signs) {
  const std::vector<std::string> forbidden = {
      "/shop?filter[price]=1", "/s?ids%5B%5D=2", "/br[1]/1.html", "/p_%28x%29/1.html",
      "/q_(x)/1.html",         "/a%2Bb/1.html",  "/c+d/1.html"};
  Site site;
  put_pages(site, forbidden);
  put_robots(site,
             "User-agent: *\nDisallow: /*filter[\nDisallow: /*[]=\nDisallow: /br%5b1]/\nDisallow: /p_%28x%29/\n"
             "Disallow: /q_%28x%29\nDisallow: /a%2bb/\nDisallow: /c%2bd/\nUser-agent: *other\nDisallow: /\n");
  const Project project;
  const std::string out = project.must({"crawl", site.url("/")});
  BOOST_TEST(bool(pages_asked_for(site) == std::set<std::string>{"/"}));
  BOOST_TEST(holds(out, "7 links left out, because robots.txt forbids them\n"), out);
}

BOOST_AUTO_TEST_CASE(another_hosts_crawl_delay_is_kept) {
  Site site, other("127.0.0.2");
  put_robots(other, "User-agent: *\nCrawl-delay: 0.5\n");
  std::string links;
  for (int i = 1; i <= 4; ++i) {
    const std::string target = "/" + std::to_string(i) + ".html";
    other.put(target, {.body = "<html><title>T</title><body>" + article_text(i)});
    links += "<a href=\"" + other.url(target) + "\">t</a> ";
  }
  put_pages(site, {"/a.html"}, links);
  const Project project("  options: [\"+127.0.0.2*\"]\n");
  const auto begun = std::chrono::steady_clock::now();
  project.must({"crawl", site.url("/"), "--capture-only"});
  BOOST_TEST((std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(1500)));
  BOOST_TEST(pages_asked_for(other).size() == 4u);
}

BOOST_AUTO_TEST_CASE(a_dead_host_keeps_no_page_of_another_in_the_index) {
  Site site;
  put_pages(site, {"/a.html", "/b.html"}, "<a href=\"http://127.0.0.9:1/x.html\">dead</a> ");
  const Project project("  options: [\"+127.0.0.9*\"]\n");
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.index().contains(site.url("/b.html")));
  put_pages(site, {"/a.html"}, "<a href=\"http://127.0.0.9:1/x.html\">dead</a> ");
  site.remove("/b.html");
  for (int run = 0; run < 2; ++run) project.must({"crawl", site.url("/")});
  BOOST_TEST(!project.index().contains(site.url("/b.html")));
}

BOOST_AUTO_TEST_CASE(links_that_are_forbidden_are_not_too_deep) {
  Site site;
  put_robots(site, "User-agent: *\nDisallow: /f/\n");
  put_pages(site, {"/a.html"}, "<a href=/f/1.html>f</a>");
  site.put("/a.html", {.body = article_text(2) + "<a href=/f/2.html>f</a>"});
  const Project project;
  const auto crawl = nlohmann::json::parse(
      project.must({"crawl", site.url("/"), "--capture-only", "--json", "--set", "crawl.depth=1"}));
  BOOST_TEST(crawl.at("beyond") == 0);
  BOOST_TEST(crawl.at("forbidden_links") == 2);
  BOOST_TEST(crawl.at("complete") == true);
}

BOOST_AUTO_TEST_CASE(a_page_may_ask_that_its_links_be_left_alone) {
  Site site;
  put_pages(site, {"/open.html"}, "<a href=/quiet.html>q</a> <a href=/none.html>n</a> <a href=/other.html>o</a>");
  const auto page = [](const std::string& head, const std::string& link) {
    return Page{.body = "<html><head>" + head + "</head><body>" + article_text(4) + "<a href=" + link + ">link</a>"};
  };
  site.put("/quiet.html", page("<meta name=ROBOTS content='index, NoFollow'>", "/1.html"));
  site.put("/none.html", page("<meta name=pith content=none>", "/2.html"));
  site.put("/other.html",
           page("<!-- <meta name=robots content=nofollow> --><meta name=robots content=all>", "/3.html"));
  for (const char* target : {"/1.html", "/2.html", "/3.html"}) site.put(target, {.body = article_text(5)});
  const Project project;
  project.must({"crawl", site.url("/")});
  BOOST_TEST(bool(pages_asked_for(site) ==
                  std::set<std::string>{"/", "/open.html", "/quiet.html", "/none.html", "/other.html", "/3.html"}));
}

BOOST_AUTO_TEST_CASE(an_interrupt_does_not_wait_for_robots_txt) {
  RawServer server;
  server.put("/robots.txt", [](RawServer::Connection& connection) {
    connection.pause(std::chrono::minutes(5));
    return RawServer::Then::close;
  });
  const Project project;
  Process crawl(project.command({"crawl", server.url("/")}));
  BOOST_REQUIRE(wait_until([&] { return !server.asked().empty(); }));
  const auto begun = std::chrono::steady_clock::now();
  crawl.signal(SIGTERM);
  const Outcome outcome = crawl.finish();
  BOOST_TEST((std::chrono::steady_clock::now() - begun < std::chrono::seconds(3)));
  BOOST_TEST(outcome.code == 130, outcome.err);
  BOOST_TEST(holds(outcome.err, "interrupted"), outcome.err);
}

// HTTrack has not begun, and so has no status.
BOOST_AUTO_TEST_CASE(an_interrupt_before_the_first_request) {
  Site site;
  put_robots(site, "User-agent: *\nCrawl-delay: 20\n");
  put_pages(site, {"/a.html"});
  const Project project;
  Process crawl(project.command({"crawl", site.url("/")}));
  BOOST_REQUIRE(wait_until([&] { return site.answers().size() >= 2; }));
  const auto begun = std::chrono::steady_clock::now();
  crawl.signal(SIGINT);
  const Outcome outcome = crawl.finish();
  BOOST_TEST((std::chrono::steady_clock::now() - begun < std::chrono::seconds(8)));
  BOOST_TEST(outcome.code == 130, outcome.err);
  BOOST_TEST(holds(outcome.err, "interrupted"), outcome.err);
}

BOOST_AUTO_TEST_CASE(requests_for_robots_txt_are_counted) {
  Site site;
  put_pages(site, {"/a.html"});
  const Project project;
  const auto crawl = nlohmann::json::parse(project.must({"crawl", site.url("/"), "--capture-only", "--json"}));
  BOOST_TEST(crawl.at("requests") == site.answers().size());
}

// Their rules together are larger than one robots.txt by far, and asked for in turn.
BOOST_AUTO_TEST_CASE(large_rules_are_fetched_once_from_each_server) {
  std::string rules = "User-agent: *\n";
  for (int line = 0; line < 24'000; ++line) rules += "Disallow: /private/\n";  // 480 kB
  std::vector<std::unique_ptr<Site>> others;
  std::string links;
  for (int i = 0; i < 10; ++i) {
    others.push_back(std::make_unique<Site>("127.0.0." + std::to_string(i + 2)));
    put_robots(*others.back(), rules);
  }
  for (int page = 0; page < 3; ++page)
    for (const auto& other : others) {
      const std::string target = "/" + std::to_string(page) + ".html";
      other->put(target, {.body = article_text(page)});
      links += "<a href=\"" + other->url(target) + "\">t</a> ";
    }
  Site site;
  put_pages(site, {"/a.html"}, links);
  const Project project("  options: [\"+127.0.0.*\"]\n");
  project.must({"crawl", site.url("/"), "--capture-only"});
  for (const auto& other : others) {
    BOOST_TEST(pages_asked_for(*other).size() == 3u);
    BOOST_TEST(other->answers().size() == 4u);
  }
}

BOOST_AUTO_TEST_CASE(what_is_forbidden_later_stays_and_is_said) {
  Site site;
  put_pages(site, {"/a.html", "/b.html", "/c.html"});
  const Project project;
  project.must({"crawl", site.url("/")});
  put_robots(site, "User-agent: *\nDisallow: /*.html$\n");
  const Outcome partly = project.pith({"crawl", site.url("/")});
  BOOST_TEST(partly.code == 1);
  BOOST_TEST(holds(partly.out,
                   "3 pages of an earlier crawl stay as they were: they were not found\n"
                   "robots.txt may forbid most of the site; if the site really is like that now, "),
             partly.out);
  BOOST_TEST(project.index().size() == 4u);
  put_robots(site, "User-agent: *\nDisallow: /\n");
  const Outcome refused = project.pith({"crawl", site.url("/")});
  BOOST_TEST(refused.code == 1);
  BOOST_TEST(holds(refused.err,
                   "line 2: Disallow: /; what the index has of an earlier crawl stays, crawl.exclude removes it\n"),
             refused.err);
  project.must({"index", "--set", "crawl.exclude=[\"" + site.url("/*") + "\"]"});
  BOOST_TEST(project.index().empty());
}

BOOST_AUTO_TEST_CASE(nothing_but_the_configuration_turns_the_rules_off) {
  Site site;
  put_robots(site, "User-agent: *\nDisallow: /private/\n");
  put_pages(site, {"/a.html", "/private/1.html"});
  // "-Phost" is no proxy to HTTrack, which wants a space, and "-%P" is another option.
  const Project project("  options: [\"-P127.0.0.1:1\", \"-%P\"]\n");
  Command command = project.command({"crawl", site.url("/"), "--capture-only", "--json"});
  command.environment["PITH_ROBOTS"] = "0";
  const Outcome outcome = run(command);
  BOOST_REQUIRE(outcome.code == 0);
  BOOST_TEST(nlohmann::json::parse(outcome.out).at("forbidden_links") == 1);
  BOOST_TEST(!pages_asked_for(site).contains("/private/1.html"));
}

// Pith asks no server there; HTTrack reads robots.txt itself, as it understands it.
BOOST_AUTO_TEST_CASE(behind_a_proxy_httracks_own_rules_hold) {
  const std::string host = "http://proxied.invalid";
  Site proxy;
  proxy.put(
      host + "/robots.txt",
      {.body = "User-agent: *\nDisallow: /private\n\nUser-agent: pith-tests\nDisallow: /a\n", .type = "text/plain"});
  proxy.put(host + "/", {.body = "<html><title>Home</title><body>" + article_text(1) +
                                 "<a href=/a.html>a</a> <a href=/private.html>b</a> <a href=/notes.txt>c</a>"});
  proxy.put(host + "/a.html", {.body = "<html><title>A</title><body>" + article_text(2)});
  proxy.put(host + "/private.html", {.body = article_text(3)});
  proxy.put(host + "/notes.txt", {.body = "User-agent: *\nDisallow: /a\n", .type = "text/plain"});
  const Project project("  options: [\"-P\", \"" + proxy.url("").substr(std::string("http://").size()) + "\"]\n");
  project.must({"crawl", host + "/"});
  std::set<std::string> found;
  for (const auto& [url, page] : project.index()) found.insert(url);
  BOOST_TEST(found == (std::set<std::string>{host + "/", host + "/a.html"}), boost::test_tools::per_element());
  BOOST_TEST(!pages_asked_for(proxy).contains(host + "/private.html"));
  // What HTTrack was started with may be secret.
  for (const auto& crawl : std::filesystem::directory_iterator(project / "pith-data/cache/httrack"))
    if (crawl.is_directory())
      BOOST_TEST((crawl.status().permissions() == std::filesystem::perms::owner_all), crawl.path());
}

BOOST_AUTO_TEST_SUITE_END()
