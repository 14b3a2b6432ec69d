// Pages that stay out of the index by their URL, or by what they are.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

#include "tests/e2e/project.h"
#include "tests/e2e/site.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Page story(int number, const std::string& links = {}) {
  return {.body = "<html><title>Article " + std::to_string(number) + "</title><body><h1>Article</h1>" +
                  article_text(number) + links};
}

// Articles with a print version each, and a list of a tag that alone leads to one of them.
void make_site(Site& site) {
  site.put("/", story(1, "<a href=/a.html>a</a> <a href=/print/a.html>print</a> <a href=/tag/x.html>x</a>"));
  site.put("/a.html", story(2));
  site.put("/print/a.html", story(3));
  site.put("/tag/x.html", story(4, "<a href=/b.html>b</a>"));
  site.put("/b.html", story(5));
}

std::set<std::string> indexed(const Project& project, const Site& site) {
  std::set<std::string> out;
  for (const auto& [url, fields] : project.index()) out.insert(url.substr(site.url("").size()));
  return out;
}

bool was_asked_for(const Site& site, const std::string& target) {
  return std::ranges::any_of(site.answers(), [&](const Site::Answer& answer) { return answer.target == target; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exclude)

BOOST_AUTO_TEST_CASE(a_crawl_does_not_fetch_what_is_excluded) {
  Site site;
  make_site(site);
  const Project project("  exclude: [\"*/print/*\", \"/tag/*\"]\n");
  project.must({"crawl", site.url("/")});
  BOOST_TEST(bool(indexed(project, site) == std::set<std::string>{"/", "/a.html"}));
  BOOST_TEST(!was_asked_for(site, "/print/a.html"));
  BOOST_TEST(!was_asked_for(site, "/tag/x.html"));
}

BOOST_AUTO_TEST_CASE(excluded_from_the_index_a_page_still_leads_to_others) {
  Site site;
  make_site(site);
  const Project project("ingest:\n  exclude: [\"*/tag/*\"]\n");
  project.must({"crawl", site.url("/")});
  BOOST_TEST(bool(indexed(project, site) == std::set<std::string>{"/", "/a.html", "/b.html", "/print/a.html"}));
  BOOST_TEST(project.cache().at(site.url("/tag/x.html"))["reason"] == "excluded");
}

BOOST_AUTO_TEST_CASE(what_is_cached_already_follows_the_patterns_both_ways) {
  Site site;
  make_site(site);
  const Project project;
  project.must({"crawl", site.url("/")});
  BOOST_TEST(indexed(project, site).size() == 5u);
  for (const char* key : {"crawl.exclude", "ingest.exclude"}) {
    const std::string setting = std::string(key) + "=*/print/*";
    const Outcome dry = project.pith({"reindex", "--dry-run", "--set", setting});
    BOOST_TEST(holds(dry.out, site.url("/print/a.html")), dry.out << dry.err);
    BOOST_TEST(indexed(project, site).size() == 5u);  // a dry run changes nothing
    project.must({"index", "--set", setting});
    BOOST_TEST(!indexed(project, site).contains("/print/a.html"));
    BOOST_TEST(project.cache().at(site.url("/print/a.html"))["reason"] == "excluded");
    project.must({"index"});
    BOOST_TEST(indexed(project, site).size() == 5u);
  }
}

BOOST_AUTO_TEST_CASE(feeds_that_are_sent_as_html_are_skipped) {
  Site site;
  site.put("/", story(1, "<a href=/feed/>feed</a> <a href=/atom/>atom</a>"));
  site.put("/feed/",
           {.body = "<?xml version=\"1.0\"?>\n<!-- made -->\n<rss version=\"2.0\"><channel><title>News</title>"
                    "<item><title>Story</title><description>" +
                    article_text(2) + "</description></item></channel></rss>"});
  site.put("/atom/", {.body = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>News</title><entry><summary>" +
                              article_text(3) + "</summary></entry></feed>"});
  const Project project;
  project.must({"crawl", site.url("/")});
  BOOST_TEST(bool(indexed(project, site) == std::set<std::string>{"/"}));
  for (const char* target : {"/feed/", "/atom/"}) BOOST_TEST(project.cache().at(site.url(target))["reason"] == "feed");
}

BOOST_AUTO_TEST_CASE(a_pattern_that_cannot_match_is_refused) {
  const Project project;
  const Outcome refused = project.pith({"index", "--set", "ingest.exclude=feed"});
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(holds(refused.err, "ingest.exclude"), refused.err);
  BOOST_TEST(holds(refused.err, "\"/feed/*\""), refused.err);
}

BOOST_AUTO_TEST_SUITE_END()
