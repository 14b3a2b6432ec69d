// Crawls that fail at their start: what they say, and their exit code.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "core/text/url.h"
#include "tests/e2e/project.h"
#include "tests/e2e/site.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/raw_server.h"

using namespace pith::test;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Page robots_txt(const std::string& text) { return {.body = text, .type = "text/plain"}; }

Page story(int number, const std::string& links = {}) {
  return {.body = "<html><title>Article</title><body><h1>Article</h1>" + article_text(number) + links};
}

std::set<std::string> asked_for(const Site& site) {
  std::set<std::string> out;
  for (const Site::Answer& answer : site.answers()) out.insert(answer.target);
  return out;
}

// A crawl that must fail with exit code 1 and say all of this.
void check_failure(const Project& project, const std::string& start, const std::vector<std::string>& said) {
  const Outcome crawl = project.pith({"crawl", start});
  BOOST_TEST(crawl.code == 1, start << ": " << crawl.out << crawl.err);
  for (const std::string& part : said) BOOST_TEST(holds(crawl.err, part), part << " is not in: " << crawl.err);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(start_pages)

BOOST_AUTO_TEST_CASE(robots_txt_is_obeyed_for_start_urls) {
  Site site;
  site.put("/robots.txt", robots_txt("# ours\r\nUser-agent: *\r\nDisallow: /private/\r\n"));
  site.put("/private/", story(1));
  const Project project;
  check_failure(project, site.url("/private/"),
                {site.url("/private/") + ": " + site.url("/robots.txt") +
                 " forbids it to pith-tests, line 3: Disallow: "
                 "/private/"});
  BOOST_TEST(bool(asked_for(site) == std::set<std::string>{"/robots.txt"}));
  BOOST_TEST(project.cache().empty());
  // A person may decide otherwise.
  project.must({"crawl", site.url("/private/"), "--set", "crawl.robots=false"});
  BOOST_TEST(project.index().size() == 1u);
}

BOOST_AUTO_TEST_CASE(other_start_urls_are_crawled_all_the_same) {
  Site site;
  site.put("/robots.txt", robots_txt("User-agent: pith-tests\nDisallow: /private/\n"));
  site.put("/private/", story(1));
  site.put("/open/", story(2));
  const Project project;
  const Outcome crawl = project.pith({"crawl", site.url("/private/"), site.url("/open/")});
  BOOST_TEST(crawl.code == 1, crawl.out << crawl.err);
  BOOST_TEST(holds(crawl.err, "line 2: Disallow: /private/"), crawl.err);
  BOOST_TEST(project.index().contains(site.url("/open/")));
  BOOST_TEST(!asked_for(site).contains("/private/"));
}

BOOST_AUTO_TEST_CASE(a_server_that_cannot_say_what_it_allows_is_left_alone) {
  Site site;
  site.put("/robots.txt", {.body = "busy", .status = 503});
  site.put("/", story(1));
  const Project project;
  check_failure(project, site.url("/"), {"robots.txt could not be fetched", "answered with 503", "try again later"});
  BOOST_TEST(!asked_for(site).contains("/"));
}

BOOST_AUTO_TEST_CASE(a_start_url_that_answers_404) {
  Site site;
  const Project project;
  check_failure(project, site.url("/nowhere.html"),
                {site.url("/nowhere.html") + ": the server answered 404; HTTrack's log: ", "(404)"});
}

BOOST_AUTO_TEST_CASE(one_start_url_of_two_answers_404) {
  Site site;
  site.put("/here.html", story(1));
  const Project project;
  check_failure(project, site.url("/nowhere.html"), {"answered 404"});
  const Outcome both = project.pith({"crawl", site.url("/nowhere.html"), site.url("/here.html")});
  BOOST_TEST(both.code == 1, both.out << both.err);
  BOOST_TEST(holds(both.err, "/nowhere.html: the server answered 404"), both.err);
  BOOST_TEST(project.index().contains(site.url("/here.html")));
}

BOOST_AUTO_TEST_CASE(a_dead_server_and_names_that_do_not_exist) {
  std::string dead;
  {
    Site site;
    dead = site.url("/");
  }
  const Project project;
  check_failure(project, dead, {dead + ": ", "connect"});
  check_failure(project, "http://nowhere.invalid/", {"http://nowhere.invalid/: ", "resolve host"});
  check_failure(project, "notaurl", {"http://notaurl/: ", "resolve host"});
  // Without robots.txt it is HTTrack that finds out.
  const Outcome crawl = project.pith({"crawl", dead, "--set", "crawl.robots=false"});
  BOOST_TEST(crawl.code == 1, crawl.out << crawl.err);
  BOOST_TEST(holds(crawl.err, dead + ": returned no page; HTTrack's log: \""), crawl.err);
}

BOOST_AUTO_TEST_CASE(a_page_without_text_for_want_of_scripts) {
  Site site;
  site.put("/", {.body = "<html><head><title>Shop</title><script src=/app.js></script></head><body>"
                         "<noscript>You need to enable JavaScript to run this app.</noscript>"
                         "<div id=root>Loading …</div></body></html>"});
  const Project project;
  check_failure(project, site.url("/"), {site.url("/") + ": has no text to read: scripts make it"});
  BOOST_TEST(project.cache().at(site.url("/"))["reason"] == "needs_script");
  BOOST_TEST(project.index().empty());
}

BOOST_AUTO_TEST_CASE(a_start_url_that_is_no_html) {
  Site site;
  site.put("/data", {.body = "{\"a\": 1}", .type = "application/json"});
  site.put("/report", {.body = "%PDF-1.7", .type = "application/pdf"});
  site.put("/report.pdf", {.body = "%PDF-1.7", .type = "application/pdf"});
  site.put("/moved", redirect(301, site.url("/report")));
  const Project project;
  check_failure(project, site.url("/data"), {site.url("/data") + ": is application/json, not HTML"});
  check_failure(project, site.url("/report"), {site.url("/report") + ": is application/pdf, not HTML"});
  check_failure(project, site.url("/moved"),
                {" leads to " + site.url("/report") + ", which is application/pdf, not HTML"});
  check_failure(project, site.url("/report.pdf"), {"/report.pdf: does not have an HTML page's name"});
}

BOOST_AUTO_TEST_CASE(a_start_url_that_leads_nowhere) {
  Site site;
  site.put("/self", redirect(302, site.url("/self")));
  site.put("/a", redirect(302, site.url("/b")));
  site.put("/b", redirect(302, site.url("/a")));
  const Project project;
  for (int crawl = 0; crawl < 2; ++crawl) {
    check_failure(project, site.url("/self"), {site.url("/self") + ": only redirects to itself"});
    check_failure(project, site.url("/a"), {site.url("/a") + ": redirects in a circle, or more than 10 times"});
  }
}

BOOST_AUTO_TEST_CASE(httracks_directory_is_piths) {
  const Site site;
  const Project project;
  for (const std::string option : {"-O", "-qO", "--path"}) {
    const Outcome crawl = project.pith({"crawl", site.url("/"), "--set", "crawl.options=[" + option + ", /tmp/x]"});
    BOOST_TEST(crawl.code == 2, crawl.out << crawl.err);
    BOOST_TEST(holds(crawl.err, "crawl.options: " + option + ": HTTrack's directory is Pith's"), crawl.err);
  }
  BOOST_TEST(site.answers().empty());
}

// No search finds them, whatever the server said of them.
BOOST_AUTO_TEST_CASE(start_pages_that_are_not_indexed_are_named) {
  Site site;
  const std::string closed = "<html><head><meta name=robots content=noindex><title>Closed</title></head><body>";
  site.put("/closed/", {.body = closed + article_text(1)});
  site.put("/hub/", {.body = closed + article_text(2) + "<a href=more.html>more</a>"});
  site.put("/hub/more.html", story(3));
  site.put("/empty/", {.body = ""});
  site.put("/feed/",
           {.body = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>News</title></channel></rss>"});
  const Project project;
  check_failure(project, site.url("/closed/"),
                {site.url("/closed/") + ": is not indexed, because it asks not to be (noindex)"});
  check_failure(project, site.url("/empty/"),
                {site.url("/empty/") + ": is not indexed, because there is no text to read"});
  check_failure(project, site.url("/feed/"), {site.url("/feed/") + ": is not indexed (feed)"});
  site.put("/to-closed", redirect(302, "/closed/"));
  check_failure(project, site.url("/to-closed"),
                {site.url("/to-closed") + ": leads to " + site.url("/closed/") + ", which is not indexed, because"});
  // What it leads to is found.
  const Outcome hub = project.pith({"crawl", site.url("/hub/")});
  BOOST_TEST(hub.code == 0, hub.out << hub.err);
  BOOST_TEST(holds(hub.err, site.url("/hub/") + ": is not indexed"), hub.err);
  BOOST_TEST(holds(hub.out, "next: `pith search"), hub.out);
  BOOST_TEST(project.index().size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_no_url_is_not_asked_for) {
  const Project project;
  write_file(project / "index.html", "<p>text");
  const Outcome crawl = project.pith({"crawl", "index.html"});
  BOOST_TEST(crawl.code == 2, crawl.out << crawl.err);
  BOOST_TEST(holds(crawl.err, "index.html: is a file or folder here, no URL; `pith ingest` reads"), crawl.err);
}

BOOST_AUTO_TEST_CASE(a_server_that_speaks_no_tls) {
  Site site;
  site.put("/", story(1));
  const std::string url = "https" + site.url("/").substr(std::string("http").size());
  const Project project;
  check_failure(project, url, {url, "no connection by TLS", "perhaps the server speaks plain http"});
  const Outcome extract = project.pith({"extract", url});
  BOOST_TEST(extract.code == 2, extract.out << extract.err);
  BOOST_TEST(holds(extract.err, "perhaps the server speaks plain http"), extract.err);
}

BOOST_AUTO_TEST_CASE(a_start_url_that_leads_elsewhere) {
  Site site, other("127.0.0.2");
  site.put("/", redirect(301, other.url("/welcome/")));
  other.put("/welcome/", story(1));
  const Project project;
  const Outcome crawl = project.pith({"crawl", site.url("/")});
  // HTTrack may follow; if not, the message names the place to start at.
  if (project.index().contains(other.url("/welcome/")))
    BOOST_TEST(crawl.code == 0, crawl.err);
  else
    BOOST_TEST(holds(crawl.err, "Start there, with the same options: pith crawl " + other.url("/welcome/")), crawl.err);
}

BOOST_AUTO_TEST_CASE(the_example_contact_stays_on_this_machine) {
  Site site;
  site.put("/", story(1));
  const Project project;
  const std::string example = "crawl.user_agent=Pith/0.1 (+https://example.org/pith; your contact here)";
  const Outcome refused = project.pith({"crawl", "http://nowhere.invalid/", "--set", example});
  BOOST_TEST(refused.code == 2, refused.out << refused.err);
  BOOST_TEST(holds(refused.err, "crawl.user_agent is still the example"), refused.err);
  BOOST_TEST(holds(refused.err, "    user_agent: \""), refused.err);
  project.must({"crawl", site.url("/"), "--set", example});
}

BOOST_AUTO_TEST_CASE(a_start_url_that_fails_takes_no_page_out_of_the_index) {
  Site site;
  site.put("/a/", story(1, "<a href=more.html>more</a>"));
  site.put("/a/more.html", story(2));
  site.put("/b/", story(3));
  const Project project;
  project.must({"crawl", site.url("/a/"), site.url("/b/")});
  BOOST_TEST(project.index().size() == 3u);
  site.remove("/a/");
  const Outcome again = project.pith({"crawl", site.url("/a/"), site.url("/b/")});
  BOOST_TEST(again.code == 1, again.out << again.err);
  BOOST_TEST(holds(again.out, "a start URL returned no page, so no other page counts as gone"), again.out);
  BOOST_TEST(project.index().contains(site.url("/a/more.html")));
  site.put("/b/", redirect(302, site.url("/b/")));
  check_failure(project, site.url("/b/"),
                {site.url("/b/") + ": returned half a page, or only redirects to itself or to nowhere"});
  BOOST_TEST(project.index().contains(site.url("/b/")));
}

// HTTrack reads no body that is no HTML. On a connection that stays open, it would be the next answer.
BOOST_AUTO_TEST_CASE(a_body_that_is_not_read_answers_no_other_request) {
  RawServer server;
  const auto put = [&](const std::string& target, const std::string& answer) {
    server.put(target, [answer](RawServer::Connection& connection) {
      return connection.write(answer) ? RawServer::Then::keep : RawServer::Then::close;
    });
  };
  const std::string keep = "Connection: keep-alive\r\n", html = keep + "Content-Type: text/html\r\n";
  std::string links = "<a href=/notes.html>n</a> ";
  std::string answers;
  std::set<std::string> wanted = {pith::parse_url(server.url("/"))->str()};
  for (int i = 1; i <= 12; ++i) {
    const std::string target = "/" + std::to_string(i) + ".html";
    links += "<a href=" + target + ">l</a> ";
    put(target, http_answer(200, "<html><title>T</title><body>" + article_text(i), html));
    answers += http_answer(i % 2 ? 404 : 200, "<html><body>" + article_text(60), html);
    wanted.insert(pith::parse_url(server.url(target))->str());
  }
  put("/", http_answer(200, "<html><title>Home</title><body>" + article_text(40) + links, html));
  const Project project;
  for (const std::string& body : {answers, std::string("Notes\n\nwith a blank line\n\n")}) {
    put("/notes.html", http_answer(200, body, keep + "Content-Type: text/plain\r\n"));
    const auto begun = std::chrono::steady_clock::now();
    project.must({"crawl", server.url("/"), "--set", "crawl.connections=1"});
    BOOST_TEST((std::chrono::steady_clock::now() - begun < std::chrono::seconds(60)));
    std::set<std::string> found;
    for (const auto& [url, page] : project.index()) found.insert(url);
    BOOST_TEST(found == wanted, boost::test_tools::per_element());
    BOOST_TEST(project.search(article_word(60)).empty());
    BOOST_TEST(std::ranges::count(server.asked(), "/notes.html") >= 1);
  }
}

// What servers do and browsers understand: pages that answered so are no fewer than before.
BOOST_AUTO_TEST_CASE(interim_answers_and_repeated_types_lose_no_page) {
  RawServer server;
  const std::vector<std::string> interim = {"", "HTTP/1.1 100 Continue\r\n\r\n",
                                            "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n",
                                            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"};
  const std::vector<std::string> types = {"text/html", "text/html, text/html", "text/html,charset=utf-8", "text/html,",
                                          "application/xhtml+xml, text/html"};
  const auto put = [&](bool odd) {
    std::string links;
    for (std::size_t i = 0; i < 20; ++i) {
      const std::string target = "/" + std::to_string(i) + ".html";
      links += "<a href=" + target + ">l</a> ";
      const std::string type = odd ? types[i % types.size()] : types[0];
      server.put(target, (odd ? interim[i / types.size()] : "") +
                             http_answer(200, "<html><title>T</title><body>" + article_text(static_cast<int>(i) + 1),
                                         "Content-Type: " + type + "\r\n"));
    }
    server.put("/",
               (odd ? interim[2] : "") + http_answer(200, "<html><title>H</title><body>" + article_text(40) + links));
  };
  const Project project, fresh;
  put(false);
  project.must({"crawl", server.url("/")});
  BOOST_TEST(project.index().size() == 21u);
  put(true);
  const std::size_t before = server.asked().size();
  project.must({"crawl", server.url("/")});
  BOOST_TEST(project.index().size() == 21u);
  BOOST_TEST(server.asked().size() - before <= 23u);  // each once, and robots.txt twice
  fresh.must({"crawl", server.url("/")});
  BOOST_TEST(fresh.index().size() == 21u);
}

// Whoever may write a comment may write such links. The first server knows no page of that name, the second redirects.
BOOST_AUTO_TEST_CASE(a_strangers_link_to_another_spelling_replaces_no_page) {
  for (const std::string kind : {"error", "redirect", "page"}) {
    RawServer server;
    const auto put = [&](const std::string& target, int number, const std::string& links) {
      server.put(target, http_answer(200, story(number, links).body));
    };
    const std::string evil = "<a href=/%2e>1</a> <a href=/docs/%2e>2</a> <a href=/docs/%2e%2e/more/%2e>3</a>";
    put("/", 1, "<a href=/comments.html>c</a> <a href=/docs/>d</a> <a href=/more/>m</a>");
    put("/comments.html", 2, evil);
    put("/docs/", 3, "<a href=/docs/a.html>a</a>" + evil);
    put("/docs/a.html", 4, "");
    put("/more/", 5, "");
    for (const std::string target : {"/.", "/%2e", "/docs/.", "/docs/%2e", "/docs/../more/.", "/docs/%2e%2e/more/%2e"})
      server.put(target, kind == "error"      ? http_answer(404, "none")
                         : kind == "redirect" ? http_redirect("/comments.html")
                                              : http_answer(200, story(9).body));
    const Project project;
    for (int crawl = 0; crawl < 2; ++crawl) {
      project.must({"crawl", server.url("/")});
      for (const std::string target : {"/", "/comments.html", "/docs/", "/docs/a.html", "/more/"})
        BOOST_TEST(project.index().contains(server.url(target)), target << " of " << kind);
      BOOST_TEST(project.search(article_word(9)).empty(), kind);
    }
    const std::vector<std::string> asked = server.asked();
    BOOST_TEST(std::ranges::count(asked, "/docs/.") + std::ranges::count(asked, "/docs/%2e") > 0);
  }
}

BOOST_AUTO_TEST_SUITE_END()
