// A site through a year: after each change the index is as if the site had always been like this, and only the pages
// that the change affects are extracted again.
//
// Pages come as JSON lines, so that URLs are the same in every run: the choice of a site's sample depends on their
// hashes.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr int articles = 24;
const std::string host = "http://site.example";

// A generated story like all others: the elements of a page do not depend on its number.
std::string story(int number) {
  std::string text;
  for (int paragraph = 0; paragraph < 3; ++paragraph) {
    text += "<p>";
    for (int word = 0; word < 32; ++word)
      text += (word % 8 == 7 ? "and then there was " + article_word(number)
                             : "word" + std::to_string(number * 211 + paragraph * 67 + word)) +
              (word % 16 == 15 ? ". " : " ");
    text += "</p>\n";
  }
  return text;
}

Page page_of(int number, const std::string& more = {}) {
  const std::string title = "Chapter " + std::to_string(number);
  return {.body = templated(title, "<h1>" + title + "</h1>\n" + story(number) + more)};
}

// The same page in another design.
Page redesigned(int number) {
  const std::string title = "Chapter " + std::to_string(number);
  return {.body = "<!DOCTYPE html><html lang=\"en\"><head><title>" + title +
                  "</title></head><body><header class=\"bar\"><nav><span><a href=\"/\">Startmenu</a></span> <span><a "
                  "href=\"/docs/article-01.html\">Catalogmenu</a></span></nav></header><main class=\"wide\"><section "
                  "class=\"story\"><h1 class=\"big\">" +
                  title + "</h1>" + story(number) +
                  "</section></main><aside class=\"pin\"><b>Newbargain today only</b></aside><footer "
                  "class=\"end\"><small>Newimprint of the company</small></footer></body></html>"};
}

// What is examined again, and what changes in the index.
struct Work {
  int extracted, written, removed;
};

class Year {
 public:
  Year() {
    for (int number = 1; number <= articles; ++number) pages[article_target(number)] = page_of(number);
    list({"/news.html"});
    come("the first crawl", {articles + 1, articles + 1, 0});
  }

  // The table of contents.
  void list(const std::vector<std::string>& more) { pages["/"] = contents(articles, more); }

  // A crawl finds all pages in their current state.
  void come(const std::string& what, Work work) const {
    crawl(project);
    index(what, work);
  }

  void index(const std::string& what, Work work) const {
    BOOST_TEST_CONTEXT(what) {
      const json summary = project.json({"index"});
      BOOST_TEST(summary.at("extracted") == work.extracted);
      BOOST_TEST(summary.at("written") == work.written);
      BOOST_TEST(summary.at("removed") == work.removed);
      const Project scratch(yaml_);
      crawl(scratch);
      scratch.must({"index"});
      check_same_index(project.index(), scratch.index());
      check_same_index(project.templates(), scratch.templates());
      BOOST_TEST(project.stats().at("pending") == 0);
      BOOST_TEST(project.json({"index"}).at("examined") == 0);
    }
  }

  void configure(const std::string& more) {
    yaml_ = more;
    write_file(project / "pith.yaml", before_ + more);
  }

  json model() const { return project.json({"stats"}).at("sites").at(0).at("model"); }

  std::map<std::string, Page> pages;
  Project project;

 private:
  void crawl(const Project& to) const {
    std::string lines;
    for (const auto& [target, page] : pages) {
      json headers = {{"Content-Type", page.type}};
      for (const auto& [name, value] : page.headers) headers[name] = value;
      if (!page.location.empty()) headers["Location"] = page.location;
      lines += json{{"url", host + target}, {"status", page.status}, {"headers", headers}, {"body", page.body}}.dump() +
               "\n";
    }
    write_file(to / "pages.jsonl", lines + "{\"end\": true}\n");
    to.must({"ingest", "--capture-only", "--as", "year", to / "pages.jsonl"});
  }

  const std::string before_ = read_file(project / "pith.yaml");
  std::string yaml_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(year)

BOOST_AUTO_TEST_CASE(a_site_changes_month_by_month) {
  Year year;
  year.come("January: nothing happens", {0, 0, 0});

  year.pages[article_target(5)] = page_of(5, "<p>Corrected in February: the word is februaryword.</p>");
  year.come("February: an edit", {1, 1, 0});
  BOOST_TEST(year.project.search("februaryword").size() == 1u);

  year.pages["/news.html"] = page_of(40);
  year.come("March: the page that the contents promised", {1, 1, 0});

  year.pages["/more.html"] = page_of(41);
  year.list({"/news.html", "/more.html"});
  // The means of some places of this small site cross a step of their rounding: all pages are looked at again, and the
  // others stay as they are.
  year.come("April: a new page and a link to it", {articles + 3, 2, 0});

  year.pages.erase("/news.html");
  year.list({"/more.html"});
  year.come("May: a page is deleted, and the link to it", {articles + 2, 1, 1});

  year.pages["/moved.html"] = page_of(41);
  year.pages["/more.html"] = redirect(301, "/moved.html");
  year.come("June: a page moves", {1, 1, 1});
  BOOST_TEST(year.project.search(article_word(41)) == std::set<std::string>{host + "/moved.html"});

  year.pages[article_target(7)].headers = {{"X-Robots-Tag", "noindex"}};
  year.come("July: a page is not to be indexed any more", {1, 0, 1});
  year.pages[article_target(7)].headers.clear();
  year.come("August: it is again", {1, 1, 0});

  year.pages[article_target(9)] = {.body = "gone", .status = 410};
  year.come("September: a page answers 410", {0, 0, 1});
}

BOOST_AUTO_TEST_CASE(a_redesign_is_learned_and_reported) {
  Year year;
  BOOST_TEST(year.model().at("redesigned").is_null());
  const json version = year.model().at("version");
  for (int number = 1; number <= articles; ++number) year.pages[article_target(number)] = redesigned(number);
  year.come("October: a redesign", {articles + 1, articles + 1, 0});
  for (const char* word : {"Startmenu", "Catalogmenu", "Newbargain", "Newimprint"})
    BOOST_TEST(year.project.search(word).empty(), word);
  BOOST_TEST(year.project.search(article_word(3)).size() == 1u);
  const json after = year.model();
  BOOST_TEST(after.at("redesigned").is_number());
  BOOST_TEST(after.at("version") > version);
  BOOST_TEST(after.at("new_pages") == articles);
  BOOST_TEST(after.at("explained") == 0);
  BOOST_TEST(year.project.must({"stats"}).find("redesigned since 20") != std::string::npos);

  year.pages[article_target(2)] = redesigned(52);
  year.come("November: an edit in the new design", {1, 1, 0});
  BOOST_TEST(year.model().at("explained") == 1);
  BOOST_TEST(year.model().at("redesigned") == after.at("redesigned"));
}

BOOST_AUTO_TEST_CASE(a_changed_configuration_affects_only_the_pages_that_it_names) {
  Year year;
  year.configure("\nsites: {elsewhere.example: {extract: {extractor: wlr}}}\n");
  year.index("another site's settings", {0, 0, 0});
  year.configure("\nsites: {site.example: {extract: {exclude: [h1]}}}\n");
  year.index("the site's", {articles + 1, articles + 1, 0});
  year.configure("\nsites: {site.example: {extract: {exclude: [h1, .no-page-has-this]}}}\n");
  year.index("the site's, to no effect", {articles + 1, 0, 0});
}

BOOST_AUTO_TEST_CASE(a_host_without_siblings_learns_nothing_from_the_sites_others) {
  const auto ingest = [](const Project& to) {
    std::string lines;
    for (const char* of : {"http://a.site.example", "http://b.site.example"})
      for (int number = 1; number <= 10; ++number)
        lines += json{{"url", of + article_target(number)},
                      {"headers", {{"Content-Type", "text/html"}}},
                      // So short that the page alone does not reveal its template.
                      {"body", templated("Note", "<p>A note on " + article_word(number + (of[7] == 'a' ? 0 : 50)) +
                                                     " that somebody has left here for all who come by.</p>")}}
                     .dump() +
                 "\n";
    write_file(to / "pages.jsonl", lines);
    to.must({"ingest", to / "pages.jsonl"});
    return to.index();
  };
  const IndexContent mixed = ingest(Project("\nsites: {b.site.example: {siblings: {n: 0}}}\n"));
  const IndexContent alone = ingest(Project("\nsiblings: {n: 0}\n")), together = ingest(Project());
  const std::string a = "http://a.site.example" + article_target(1), b = "http://b.site.example" + article_target(1);
  BOOST_TEST(bool(alone.at(b) != together.at(b)), "the others do tell something");
  BOOST_TEST(bool(mixed.at(b) == alone.at(b)));
  BOOST_TEST(bool(mixed.at(a) == together.at(a)));
}

BOOST_AUTO_TEST_SUITE_END()
