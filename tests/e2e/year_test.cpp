// A site through a year: after each change the index is what it would be had the site always been so, and no more pages
// are extracted again than the change concerns.
#include <boost/test/unit_test.hpp>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr int articles = 24;

// The same site in other clothes.
Page redesigned(int number) {
  return {.body = "<!DOCTYPE html><html lang=\"en\"><head><title>Chapter " + std::to_string(number) +
                  "</title></head><body><header class=\"bar\"><nav><span><a href=\"/\">Startmenu</a></span> <span><a "
                  "href=\"/docs/article-01.html\">Catalogmenu</a></span></nav></header><main class=\"wide\"><section "
                  "class=\"story\"><h1 class=\"big\">Chapter " +
                  std::to_string(number) + "</h1>" + article_text(number) +
                  "</section></main><aside class=\"pin\"><b>Newbargain today only</b></aside><footer "
                  "class=\"end\"><small>Newimprint of the company</small></footer></body></html>"};
}

class Year {
 public:
  Year() {
    put_articles(site, articles, extra_);
    project.must({"crawl", site.url("/"), "--capture-only"});
    const json first = project.json({"index"});
    BOOST_TEST(first.at("extracted") == articles + 1);
    BOOST_TEST(first.at("written") == articles + 1);
  }

  // Crawls the site again; `extracted` pages are all that is looked at anew, `written` and `removed` what of the index changes.
  void crawl(const std::string& what, int extracted, int written, int removed) {
    BOOST_TEST_CONTEXT(what) {
      project.must({"crawl", site.url("/"), "--capture-only"});
      index(extracted, written, removed);
    }
  }

  void index(int extracted, int written, int removed) {
    const json summary = project.json({"index"});
    BOOST_TEST(summary.at("extracted") == extracted);
    BOOST_TEST(summary.at("written") == written);
    BOOST_TEST(summary.at("removed") == removed);
    const Project scratch(yaml);
    scratch.must({"crawl", site.url("/")});
    check_same_index(project.index(), scratch.index());
    BOOST_TEST(project.stats().at("pending") == 0);
    BOOST_TEST(project.json({"index"}).at("examined") == 0);
  }

  void configure(const std::string& more) {
    const std::string text = read_file(project / "pith.yaml");
    yaml = more;
    write_file(project / "pith.yaml", text + more);
  }

  // Another page that the contents list.
  void link(const std::string& target) {
    extra_.push_back(target);
    site.put("/", contents(articles, extra_));
  }
  void unlink(const std::string& target) {
    std::erase(extra_, target);
    site.put("/", contents(articles, extra_));
  }

  Site site;
  Project project;
  std::string yaml;

 private:
  std::vector<std::string> extra_ = {"/news.html"};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(year)

BOOST_AUTO_TEST_CASE(a_site_changes_month_by_month) {
  Year year;
  Site& site = year.site;
  year.crawl("January: nothing happens", 0, 0, 0);

  site.put(article_target(5), article(5, "<p>Corrected in February: the word is februaryword.</p>"));
  year.crawl("February: an edit", 1, 1, 0);
  BOOST_TEST(year.project.search("februaryword").size() == 1u);

  site.put("/news.html", article(40));
  year.crawl("March: the page that the contents promised", 1, 1, 0);

  year.link("/more.html");
  site.put("/more.html", article(41));
  year.crawl("April: a new page and a link to it", 2, 2, 0);

  site.remove("/news.html");
  year.unlink("/news.html");
  year.crawl("May: a page is deleted, and the link to it", 1, 1, 1);

  site.put("/moved.html", article(41));
  site.put("/more.html", redirect(301, "/moved.html"));
  year.crawl("June: a page moves", 1, 1, 1);
  BOOST_TEST(year.project.search(article_word(41)) == std::set<std::string>{site.url("/moved.html")});

  Page page = article(7);
  page.headers = {{"X-Robots-Tag", "noindex"}};
  site.put(article_target(7), page);
  year.crawl("July: a page is not to be indexed any more", 1, 0, 1);

  site.put(article_target(7), article(7));
  year.crawl("August: it is again", 1, 1, 0);

  year.configure("\nsites:\n  - match: elsewhere.example\n    extract: {extractor: wlr}\n");
  year.index(0, 0, 0);
}

BOOST_AUTO_TEST_CASE(a_redesign_is_learned_and_told) {
  Year year;
  const auto model = [&] { return year.project.json({"stats"}).at("sites").at(0).at("model"); };
  BOOST_TEST(model().at("redesigned").is_null());
  const auto version = model().at("version");
  for (int number = 1; number <= articles; ++number) year.site.put(article_target(number), redesigned(number));
  year.crawl("September: a redesign", articles + 1, articles, 0);
  for (const char* word : {"Startmenu", "Catalogmenu", "Newbargain", "Newimprint"})
    BOOST_TEST(year.project.search(word).empty(), word);
  BOOST_TEST(year.project.search(article_word(3)).size() == 1u);
  const json after = model();
  BOOST_TEST(after.at("redesigned").is_number());
  BOOST_TEST(after.at("version") > version);
  BOOST_TEST(after.at("new_pages") == articles);
  BOOST_TEST(after.at("explained") == 0);
  BOOST_TEST(year.project.must({"stats"}).find("redesigned since 20") != std::string::npos);

  year.site.put(article_target(2), redesigned(52));
  year.crawl("October: an edit in the new design", 1, 1, 0);
  BOOST_TEST(model().at("explained") == 1);
  BOOST_TEST(model().at("redesigned") == after.at("redesigned"));
}

BOOST_AUTO_TEST_CASE(a_changed_configuration_concerns_the_pages_that_it_names) {
  Year year;
  year.configure("\nextract: {exclude: [h1]}\n");
  year.index(articles + 1, articles + 1, 0);
  year.configure("\nextract: {extractor: density}\n");
  const json summary = year.project.json({"index"});
  BOOST_TEST(summary.at("extracted") == articles + 1);
}

BOOST_AUTO_TEST_SUITE_END()
