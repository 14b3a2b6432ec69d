// Which URLs HTTrack asks for with Pith's plugin, and under which URL each answer is kept.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/text/url.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

std::string page_with(const std::vector<std::string>& links, int number) {
  std::string body = "<html><head><title>Page " + std::to_string(number) + "</title></head><body>";
  for (const std::string& link : links) body += "<a href=\"" + link + "\">link</a> ";
  return body + article_text(number);
}

std::map<std::string, int> requests_of(const Site& site) {
  std::map<std::string, int> count;
  for (const Site::Answer& answer : site.answers()) ++count[answer.target];
  return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(requests)

// The server is the judge: each answer is kept under the URL that was asked for, as the server saw it.
BOOST_AUTO_TEST_CASE(no_url_is_taken_for_another) {
  Site site;
  const std::vector<std::string> links = {
      "/%20",     "/%09",   "/%0A",   "/a",     "/a%20",    "/%20a",   "/a%20b",   "/a%2Fb",   "/a/b",
      "/a%3Fb",   "/a?b",   "/a%23b", "/a%25b", "/a%2525b", "/%25",    "/a.",      "/a..",     "/%C3%BC",
      "/%FC",     "/a%5Cb", "/a%7Eb", "/a%26b", "/a&#9;b",  "/%C2%A0", "/a%00b",   "/q?x=%20", "/q?x=%23",
      "/q?x=%2B", "/q?x=",  "/a%22b", "/a%7F",  "/a%7Cb",   "/a%5Bb",  "/sub/%20", "/sub/",    "/sub"};
  site.put("/", {.body = page_with(links, 1)});
  const Project project;
  project.must({"crawl", site.url("/"), "--set", "crawl.robots=false"});
  const auto rows = project.cache();
  std::set<std::string> asked;
  for (const auto& [target, count] : requests_of(site)) {
    const auto url = pith::parse_url(site.url(target));
    BOOST_REQUIRE(url);
    BOOST_TEST(asked.insert(url->str()).second, target << " is another spelling of one that was asked for");
    BOOST_TEST(rows.contains(url->str()), target << " is kept under another URL");
  }
  BOOST_TEST(asked.size() >= links.size() - 2);  // HTTrack takes some for the same
  BOOST_TEST(rows.size() == asked.size());
  BOOST_TEST(rows.at(site.url("/")).at("status") == 200);
  BOOST_TEST(project.index().contains(site.url("/")));
}

BOOST_AUTO_TEST_CASE(a_link_to_a_blank_leaves_the_home_page_in_the_index) {
  Site site;
  site.put("/", {.body = page_with({"/%20", "/other.html"}, 1)});
  site.put("/other.html", {.body = page_with({"/%20"}, 2)});
  const Project project;
  for (int run = 0; run < 2; ++run) project.must({"crawl", site.url("/")});
  BOOST_TEST(project.index().contains(site.url("/")));
  BOOST_TEST(project.cache().at(site.url("/%20")).at("status") == 404);
}

BOOST_AUTO_TEST_CASE(the_fragment_of_a_redirect_is_not_sent) {
  Site site;
  site.put("/", {.body = page_with({"/moved"}, 1)});
  site.put("/moved", redirect(301, "/target.html#part"));
  site.put("/target.html", {.body = page_with({}, 2)});
  const Project project;
  project.must({"crawl", site.url("/")});
  BOOST_TEST(requests_of(site).contains("/target.html"));
  BOOST_TEST(project.index().contains(site.url("/target.html")));
  BOOST_TEST(project.cache().size() == 3u);
}

// Without the plugin, HTTrack asks for each of these once for each page that links to it.
BOOST_AUTO_TEST_CASE(a_redirect_in_a_menu_is_fetched_once) {
  Site site;
  std::vector<std::string> menu = {"/dona/", "/dona", "/home", "/first", "/second", "/away", "/self", "/loop-a"};
  constexpr int pages = 20;
  for (int i = 0; i < pages; ++i) menu.push_back("/p" + std::to_string(i) + ".html");
  for (int i = 0; i < pages; ++i) site.put("/p" + std::to_string(i) + ".html", {.body = page_with(menu, i)});
  site.put("/", {.body = page_with(menu, 50)});
  site.put("/dona/", {.body = page_with(menu, 51)});
  site.put("/third", {.body = page_with(menu, 52)});
  site.put("/dona", redirect(301, "/dona/"));
  site.put("/home", redirect(302, "/"));
  site.put("/first", redirect(302, "/second"));
  site.put("/second", redirect(302, "/third"));
  site.put("/away", redirect(302, "http://127.0.0.9:9/"));
  site.put("/self", redirect(302, "/self"));
  site.put("/loop-a", redirect(302, "/loop-b"));
  site.put("/loop-b", redirect(302, "/loop-a"));
  const Project project;
  project.must({"crawl", site.url("/")});
  // A redirect that leads back to itself may have set a cookie on the way, so it is asked a second time.
  const std::set<std::string> twice = {"/self", "/loop-a", "/loop-b"};
  for (const auto& [target, count] : requests_of(site))
    if (target != "/robots.txt") BOOST_TEST(count <= (twice.contains(target) ? 2 : 1), target << ": " << count);
  const auto index = project.index();
  for (const char* target : {"/", "/dona/", "/third", "/p19.html"})
    BOOST_TEST(index.contains(site.url(target)), target);
  const auto stats = project.stats();
  BOOST_TEST(stats.at("captured") == project.cache().size());
}

BOOST_AUTO_TEST_SUITE_END()
