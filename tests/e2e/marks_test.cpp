// Marks for search engines (core/page/marks.h), from the server's answer to the output of a search.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/httrack_run.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

constexpr int articles = 8;

Page with_head(int number, const std::string& head) {
  Page page = article(number);
  page.body.replace(page.body.find("</title>"), 8, "</title>" + head);
  return page;
}

Page with_header(int number, const std::string& value) {
  Page page = article(number);
  page.headers = {{"X-Robots-Tag", "otherbot: none"}, {"x-robots-tag", value}};
  return page;
}

void make_site(Site& site) {
  put_articles(site, articles, {"/meta.html", "/header.html", "/quiet.html", "/part.html"});
  site.put("/meta.html", article(41));
  site.put("/header.html", article(42));
  site.put("/quiet.html", article(43));
  site.put("/part.html", article(44));
}

void mark_site(Site& site) {
  site.put("/meta.html", with_head(41, "<meta name=\"robots\" content=\"noindex, follow\">"));
  site.put("/header.html", with_header(42, "noindex"));
  site.put("/quiet.html", with_header(43, "nosnippet"));
  site.put("/part.html",
           article(44,
                   "<p data-nosnippet>A word nobody may show: hushquok.</p>"
                   "<!--googleoff: index--><p>A word nobody may find: banquok.</p><!--googleon: index-->"));
}

// The values of a page's X-Robots-Tag headers. They may arrive in any order: some versions of the server's library send
// equal fields in another one.
using Lines = std::vector<std::string>;
Lines robots_of(const std::map<std::string, nlohmann::json>& cache, const std::string& url) {
  std::istringstream in(cache.at(url).at("robots").get<std::string>());
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

// The output of a search, for people and as JSON.
std::string printed(const Project& project, const std::string& query) {
  return project.must({"search", query}) + project.must({"search", query, "--json"});
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Whether it shows part of an article's text: every sentence contains this, and no title does.
bool shows_text(const std::string& text) { return holds(text, " in the "); }

}  // namespace

BOOST_AUTO_TEST_SUITE(marks)

BOOST_AUTO_TEST_CASE(index_and_snippets_follow_the_marks) {
  Site site;
  make_site(site);
  const Project project, scratch;
  project.must({"crawl", site.url("/")});
  const IndexContent unmarked = project.index();
  BOOST_TEST(project.stats().at("indexed") == articles + 5);
  BOOST_TEST(shows_text(printed(project, article_word(43))));

  mark_site(site);
  project.must({"crawl", site.url("/")});
  scratch.must({"crawl", site.url("/")});
  check_same_index(project.index(), scratch.index());
  BOOST_TEST(project.search(article_word(41)).empty());
  BOOST_TEST(project.search(article_word(42)).empty());
  BOOST_TEST(project.stats().at("skipped_by_reason").dump() == R"({"noindex":2})");
  BOOST_TEST(holds(project.must({"stats"}), "skipped: noindex 2"));
  BOOST_TEST(robots_of(project.cache(), site.url("/header.html")) == (Lines{"noindex", "otherbot: none"}));

  BOOST_TEST(project.search(article_word(43)) == std::set<std::string>{site.url("/quiet.html")});
  BOOST_TEST(!shows_text(printed(project, article_word(43))));
  const auto hits = project.json({"search", article_word(43)});
  BOOST_TEST(hits.at("hits").at(0).at("snippet").empty());

  BOOST_TEST(project.search("hushquok") == std::set<std::string>{site.url("/part.html")});
  BOOST_TEST(!holds(project.must({"search", "hushquok"}), "hushquok"));
  BOOST_TEST(!holds(project.json({"search", "hushquok"}).at("hits").dump(), "hushquok"));
  BOOST_TEST(shows_text(printed(project, "hushquok")));
  for (const char* query : {"banquok", "template:banquok"}) BOOST_TEST(project.search(query).empty(), query);

  make_site(site);
  project.must({"crawl", site.url("/")});
  check_same_index(project.index(), unmarked);
  BOOST_TEST(project.search(article_word(41)).size() == 1u);
  BOOST_TEST(project.search(article_word(42)).size() == 1u);
  BOOST_TEST(project.stats().at("skipped_by_reason").empty());
}

BOOST_AUTO_TEST_CASE(switching_marks_off_needs_no_new_crawl) {
  Site site;
  make_site(site);
  mark_site(site);
  const Project project;
  project.must({"crawl", site.url("/")});
  BOOST_TEST(project.stats().at("indexed") == articles + 3);
  project.must({"index", "--set", "extract.marks.robots_header=false"});
  BOOST_TEST(project.search(article_word(42)).size() == 1u);
  BOOST_TEST(project.search(article_word(41)).empty());
  BOOST_TEST(shows_text(printed(project, article_word(43))));
  project.must({"index"});
  BOOST_TEST(project.search(article_word(42)).empty());
  BOOST_TEST(!shows_text(printed(project, article_word(43))));
}

BOOST_AUTO_TEST_CASE(extract_says_which_marks_it_honoured) {
  Site site;
  make_site(site);
  mark_site(site);
  const Project project;
  write_file(project / "page.html", site.body("/part.html"));
  const auto of_file = project.json({"extract", project / "page.html"});
  BOOST_TEST(of_file.at("marks").dump() == R"(["data_nosnippet","googleoff"])");
  BOOST_TEST(!holds(of_file.dump(), "banquok"));
  BOOST_TEST(holds(project.pith({"extract", project / "page.html"}).err, "data_nosnippet, googleoff"));

  for (int time = 0; time < 2; ++time) {  // from the server, then from the cache
    const Outcome of_url = project.pith({"extract", site.url("/header.html"), "--json"});
    BOOST_TEST(of_url.code == 1);
    const auto page = nlohmann::json::parse(of_url.out);
    BOOST_TEST(page.at("reason") == "noindex");
    BOOST_TEST(page.at("marks").dump() == R"(["robots_header"])");
    if (time == 0) project.must({"crawl", site.url("/"), "--capture-only"});
    site.remove("/header.html");
  }
}

BOOST_AUTO_TEST_CASE(a_users_own_crawl_captures_the_header) {
  Site site;
  make_site(site);
  mark_site(site);
  const Project project;
  const HttrackRun run(site, project / "mirror", {std::string(PITH_HTTRACK_PLUGIN) + "," + (project / "pith.yaml")});
  BOOST_TEST(run.code == 0);
  const auto cache = project.cache();
  BOOST_TEST(robots_of(cache, site.url("/header.html")) == (Lines{"noindex", "otherbot: none"}));
  BOOST_TEST(robots_of(cache, site.url("/quiet.html")) == (Lines{"nosnippet", "otherbot: none"}));
  for (const char* target : {"/", "/meta.html", "/part.html"})
    BOOST_TEST(cache.at(site.url(target)).at("robots") == "");
}

BOOST_AUTO_TEST_SUITE_END()
