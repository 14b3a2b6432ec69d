// Pages with the same content, through the life of their site: exactly one of them is in the index, the same one as in
// an index made from scratch.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/extract/content_signature.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

using Pages = std::map<std::string, std::optional<std::string>>;  // HTML by target; nullopt: status 404

const std::string host = "https://example.org";

// Pages are extracted without siblings, so that a change to one page does not cause another extraction of others.
constexpr const char* alone = "siblings: {n: 0}\n";

std::string body(int number, const std::string& more = {}) { return article(number, more).body; }

std::string with_canonical(std::string html, const std::string& target) {
  html.replace(html.find("</title>"), 8, "</title><link rel=\"canonical\" href=\"" + target + "\">");
  return html;
}

// Text of the menu, which a print version lacks.
std::string printed(std::string html) {
  const auto menu = html.find("<div class=\"menu\">");
  return html.erase(menu, html.find("<div class=\"content\">") - menu);
}

std::string json_line(const std::string& target, const std::optional<std::string>& html) {
  const nlohmann::json page = {{"url", host + target},
                               {"status", html ? 200 : 404},
                               {"headers", {{"Content-Type", "text/html; charset=utf-8"}}},
                               {"body", html.value_or("nothing here")}};
  return page.dump() + "\n";
}

void capture(const Project& project, const Pages& pages, bool backwards = false) {
  std::string lines;
  for (const auto& [target, html] : pages) {
    const std::string line = json_line(target, html);
    lines = backwards ? line + lines : lines + line;
  }
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl", "--capture-only"});
}

Pages articles(int count) {
  Pages pages;
  for (int number = 1; number <= count; ++number) pages[article_target(number)] = body(number);
  return pages;
}

struct Story {
  Pages pages = articles(8);
  std::string yaml;
  Project project{yaml};
  nlohmann::json summary;  // of the last step

  explicit Story(std::string more = {}) : yaml(std::move(more)) {}

  // Captures and indexes the site's current state. A second run must have nothing to do, and the index must be the one
  // made from scratch.
  void step() {
    capture(project, pages);
    summary = project.json({"index"});
    BOOST_TEST(project.must({"index"}).find("up to date") != std::string::npos);
    const Project scratch(yaml);
    capture(scratch, pages, true);
    scratch.must({"index"});
    check_same_index(project.index(), scratch.index());
    project.stats();
  }

  void check_work(int extracted, int written, int removed) {
    BOOST_TEST(summary.at("extracted") == extracted);
    BOOST_TEST(summary.at("written") == written);
    BOOST_TEST(summary.at("removed") == removed);
  }

  bool is_indexed(const std::string& target) const { return project.index().contains(host + target); }

  void check_folded(const std::string& target, const std::string& reason, const std::string& into) const {
    const auto row = project.cache().at(host + target);
    BOOST_TEST(!is_indexed(target), target);
    BOOST_TEST(row.at("state") == "skipped");
    BOOST_TEST(row.at("reason") == reason, target << ": " << row);
    BOOST_TEST(row.value("duplicate_of", "") == host + into, target << ": " << row);
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(duplicates)

BOOST_AUTO_TEST_CASE(one_of_two_is_indexed_and_the_other_comes_back) {
  Story story(alone);
  story.pages["/"] = story.pages["/index.html"] = body(20);
  story.step();
  story.check_folded("/index.html", "duplicate", "/");
  BOOST_TEST(story.project.index().size() == 9u);
  BOOST_TEST(story.project.stats().at("skipped_by_reason").dump() == R"({"duplicate":1})");
  BOOST_TEST(!story.project.cache().at(host + "/").contains("duplicate_of"));

  story.pages["/"] = std::nullopt;
  story.step();
  BOOST_TEST(story.is_indexed("/index.html"));
  story.check_work(1, 1, 1);

  story.pages["/"] = body(20);  // the better URL is back
  story.step();
  story.check_folded("/index.html", "duplicate", "/");
  story.check_work(1, 1, 1);

  story.pages["/index.html"] = body(21);
  story.step();
  BOOST_TEST(story.is_indexed("/"));
  BOOST_TEST(story.is_indexed("/index.html"));
  BOOST_TEST(story.project.search(article_word(21)) == std::set<std::string>{host + "/index.html"});
}

BOOST_AUTO_TEST_CASE(representative_that_changes_or_hides_gives_way) {
  Story story;
  story.pages["/a.html"] = story.pages["/copy/a.html"] = body(20);
  story.step();
  story.check_folded("/copy/a.html", "duplicate", "/a.html");
  story.pages["/a.html"] = body(22);
  story.step();
  BOOST_TEST(story.project.search(article_word(20)) == std::set<std::string>{host + "/copy/a.html"});
  story.pages["/a.html"] = body(20);
  story.step();
  story.check_folded("/copy/a.html", "duplicate", "/a.html");
  story.pages["/a.html"]->replace(story.pages["/a.html"]->find("</title>"), 8,
                                  "</title><meta name=robots content=noindex>");
  story.step();
  BOOST_TEST(story.project.search(article_word(20)) == std::set<std::string>{host + "/copy/a.html"});
}

BOOST_AUTO_TEST_CASE(print_version_is_a_near_duplicate) {
  Story story;
  story.pages["/long.html"] = body(23);
  story.pages["/long.html?print=1"] = printed(body(23, "<p>Printed today</p>"));
  story.step();
  story.check_folded("/long.html?print=1", "duplicate", "/long.html");
}

// As in a mirror of a blog. Here feeds have the shorter URLs.
BOOST_AUTO_TEST_CASE(feeds_and_print_views_never_replace_an_article) {
  constexpr int posts = 12;
  Story story;
  std::string list = "<ul>";
  for (int number = 31; number < 31 + posts; ++number) {
    const std::string name = "/posts/number-" + std::to_string(number), title = "Article " + std::to_string(number);
    const std::string text = article_text(number) + article_text(number + posts);
    const std::string content = "<h1>" + title + "</h1>" + text;
    list += "<li><a href=\"" + name + "/index.html\">" + title + "</a></li>";
    story.pages[name + "/index.html"] = templated(title, content + "<a href=\"?print=1\">Print</a>");
    story.pages[name + "/index.html?print=1"] = "<title>" + title + "</title>" + content;
    story.pages[name + "/p/"] = "<title>" + title + "</title>" + content;
    story.pages[name + "/feed"] = story.pages[name + "/feed/index.html"] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel><title>Posts</title><item><title>" +
        title + "</title><description>" + content + "</description></item></channel></rss>";
  }
  story.pages["/posts/"] = templated("Posts", list + "</ul>");
  story.step();
  for (int number = 31; number < 31 + posts; ++number) {
    const std::string name = "/posts/number-" + std::to_string(number), article = name + "/index.html";
    BOOST_TEST(story.is_indexed(article), article);
    for (const char* const view : {"/index.html?print=1", "/p/"}) story.check_folded(name + view, "duplicate", article);
    for (const char* const feed : {"/feed", "/feed/index.html"})
      BOOST_TEST(story.project.cache().at(host + name + feed)["reason"] == "feed");
  }
}

BOOST_AUTO_TEST_CASE(unchanged_group_is_left_alone_when_pages_come) {
  Story story(alone);
  story.pages["/a.html"] = story.pages["/copy/a.html"] = body(20);
  story.step();
  story.check_work(10, 9, 0);  // the copy was never there for a search
  BOOST_TEST(story.summary.at("folded") == 1);
  story.pages["/new.html"] = body(24);
  story.step();
  story.check_work(1, 1, 0);
  story.pages["/b.html"] = body(20);  // one more copy
  story.step();
  story.check_work(1, 0, 0);
  BOOST_TEST(story.summary.at("folded") == 1);
  story.check_folded("/b.html", "duplicate", "/a.html");
}

BOOST_AUTO_TEST_CASE(a_first_run_removes_nothing) {
  Story story(alone);
  story.pages["/a.html"] = story.pages["/copy/a.html"] = body(20);
  const Project project(alone);
  capture(project, story.pages);
  const std::string said = project.must({"index"});
  BOOST_TEST(
      said.find("10 extracted, 9 documents written, 1 duplicate left out (`pith cache ls --reason duplicate`), in ") !=
          std::string::npos,
      said);
  BOOST_TEST(project.index().size() == 9u);
}

BOOST_AUTO_TEST_CASE(canonical_with_other_query_strings_is_believed) {
  Story story(alone);
  story.pages["/list.html"] = body(25);
  story.pages["/list.html?sort=name"] = with_canonical(body(26), "/list.html");
  story.pages["/list.html?sort=date"] = with_canonical(body(27), host + "/list.html#top");
  story.step();
  story.check_folded("/list.html?sort=name", "canonical", "/list.html");
  story.check_folded("/list.html?sort=date", "canonical", "/list.html");
  BOOST_TEST(story.project.stats().at("skipped_by_reason").dump() == R"({"canonical":2})");

  story.pages["/list.html"] = std::nullopt;  // the target cannot be indexed: the pages that name it stay
  story.step();
  BOOST_TEST(story.is_indexed("/list.html?sort=name"));
  BOOST_TEST(story.is_indexed("/list.html?sort=date"));
  story.check_work(2, 2, 1);
}

BOOST_AUTO_TEST_CASE(mistaken_canonical_of_a_whole_site_is_not_believed) {
  Story story;
  for (auto& [target, html] : story.pages) html = with_canonical(*html, "/");
  story.pages["/"] = body(20);
  story.step();
  BOOST_TEST(story.project.index().size() == 9u);
}

BOOST_AUTO_TEST_CASE(canonical_in_the_content_is_ignored) {
  Story story;
  story.pages["/"] = body(20);
  story.pages["/?page=2"] = body(21, "<p>A guest's <link rel=canonical href=\"/\"> entry</p>");
  story.step();
  BOOST_TEST(story.is_indexed("/?page=2"));
}

BOOST_AUTO_TEST_CASE(the_switch_needs_no_new_crawl_and_extracts_returning_pages) {
  Story story(alone);
  story.pages["/"] = story.pages["/index.html"] = body(20);
  story.pages["/?from=mail"] = with_canonical(body(21), "/");
  story.step();
  const auto folded = story.project.index();
  BOOST_TEST(folded.size() == 9u);
  BOOST_TEST(story.project.json({"reindex", "--dry-run", "--set", "index.duplicates=keep"}).at("unfolded") == 2);
  const auto kept = story.project.json({"index", "--set", "index.duplicates=keep"});
  BOOST_TEST(story.project.index().size() == 11u);
  BOOST_TEST(kept.at("extracted") == 2);
  BOOST_TEST(kept.at("written") == 2);
  const auto again = story.project.json({"index"});
  BOOST_TEST(again.at("extracted") == 0);
  BOOST_TEST(again.at("removed") == 2);
  check_same_index(story.project.index(), folded);
}

// Spam at a shorter URL, with words chosen so that its SimHash equals the article's.
BOOST_AUTO_TEST_CASE(a_forged_simhash_takes_no_page_out_of_the_index) {
  const std::string article_text =
      "The town council of Alice's village decided on Monday that the old bridge over the river will be closed "
      "for repairs until the end of October. Walkers may use the footpath beside the mill, while cars have to "
      "take the long way over the northern hill, which adds about twelve kilometres to the journey. The mayor "
      "said that cracks had been found in two of the stone pillars after the floods in spring, and that "
      "engineers from the university advised to act before winter. Shopkeepers near the market square fear "
      "that fewer visitors will come, and they ask for a shuttle bus on Saturdays. A public meeting about "
      "costs, dates and the bus is going to be held in the school hall next Thursday evening, and everybody is "
      "invited to bring questions.";
  const std::string spam =
      "Buy cheap miracle fast price call your weight online meet slots instant quality diet. Gift loss luxury "
      "prescription shop secret weight pharmacy card clinic work clinic weight natural. Clinic pharmacy "
      "million buy tonight limited only online guarantee click jackpot now crypto weight. Bitcoin recommended "
      "claim watches secure now credit adult visit payment doctor replica recommended recommended. Customers "
      "sale call brand free work double genuine store loss delivery here limited replica. Spins system fast "
      "adult brand casino order brand shoes order viagra money order rich. Best guarantee best limited "
      "customers lucky approved buy exclusive watches customers only money prize. Pharmacy doctor delivery "
      "delivery casino natural system fast tonight shop customers pharmacy singles payment. Money only instant "
      "work loss hurry watches invest luxury fashion needed results luxury visit. Online fashion approved "
      "credit diet online hot.";
  const auto simhash = [](const std::string& text) { return pith::simhash_of(text); };
  BOOST_REQUIRE(pith::distance(simhash(article_text), simhash(spam)) <= pith::near_distance);
  const auto page = [](const std::string& title, const std::string& text) {
    return "<title>" + title + "</title><article><p>" + text + "</p></article>";
  };
  Story story(alone);
  story.pages["/news/bridge-closed.html"] = page("Bridge closed", article_text);
  story.pages["/news/bridge-closed.html?print"] = page("Bridge closed, to print", article_text);
  story.step();
  story.pages["/x"] = page("Bridge closed", spam);
  story.step();
  BOOST_TEST(story.is_indexed("/x"));
  BOOST_TEST(story.is_indexed("/news/bridge-closed.html"));
  story.check_folded("/news/bridge-closed.html?print", "duplicate", "/news/bridge-closed.html");
}

// All words but a few are the same; these are what somebody looks for.
BOOST_AUTO_TEST_CASE(pages_of_a_series_stay) {
  Story story(alone);
  const std::string text =
      " is made of stainless steel A2 with a hexagon head and a metric thread, and resists rain, salt and most acids. "
      "It is tested by lot, packed by the hundred, and sent within two days. Do not fasten it with an impact driver: "
      "the thread may bind. Larger numbers, other heads and certificates of the steel come within a week; the "
      "catalogue has drawings of all of them, with the torque that each of them stands and the length of its thread.";
  for (const std::string size : {"M3", "M4", "M5", "M6", "M8"})
    story.pages["/screws/" + size] =
        "<title>Screw " + size + "</title><article><h1>Screw " + size + "</h1><p>The screw FS-40" + size + text;
  story.step();
  for (const auto& [target, html] : story.pages)
    if (target.starts_with("/screws/")) BOOST_TEST(story.is_indexed(target), target);
}

// After a change of configuration, folded pages are extracted too, but not written.
BOOST_AUTO_TEST_CASE(folded_pages_stay_folded_when_everything_is_extracted_again) {
  Story story;
  story.pages["/"] = story.pages["/index.html"] = body(20);
  story.step();
  const auto anew = story.project.json({"index", "--set", "extract.keep_tables=false"});
  BOOST_TEST(anew.at("extracted") == 10);
  BOOST_TEST(anew.at("removed") == 0);
  story.check_folded("/index.html", "duplicate", "/");
}

// A complete crawl that no longer finds a folded page.
BOOST_AUTO_TEST_CASE(folded_page_that_is_gone_does_not_come_back) {
  Pages pages = articles(8);
  pages["/"] = pages["/index.html"] = body(20);
  const Project project;
  const auto crawl = [&] {
    std::string lines;
    for (const auto& [target, html] : pages) lines += json_line(target, html);
    write_file(project / "pages.jsonl", lines + "{\"end\": true}\n");
    project.must({"ingest", "--as", "site", project / "pages.jsonl"});
  };
  crawl();
  pages.erase("/index.html");
  crawl();
  BOOST_TEST(project.cache().at(host + "/index.html").at("reason") == "gone");
  pages.erase("/");
  crawl();
  BOOST_TEST(project.search(article_word(20)).empty());
}

// Pages with few distinct contents come, go, change, hide and name each other.
BOOST_AUTO_TEST_CASE(after_any_history_the_index_is_the_one_made_from_scratch) {
  std::mt19937 random(1);
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  const std::vector<std::string> targets = {"/",         "/index.html", "/?a",          "/a.html",
                                            "/a.html?b", "/b/",         "/b/index.php", "/c.html"};
  Story story;
  story.step();
  int folded = 0, returned = 0;
  for (int step = 0; step < 25; ++step) {
    const auto before = story.project.cache();
    for (int edits = 1 + below(3); edits > 0; --edits) {
      auto& page = story.pages[targets[static_cast<std::size_t>(below(static_cast<int>(targets.size())))]];
      page = body(20 + below(3), below(3) == 0 ? "<p>Read more.</p>" : "");
      if (below(3) == 0)
        page = with_canonical(*page, targets[static_cast<std::size_t>(below(static_cast<int>(targets.size())))]);
      if (below(8) == 0) page->replace(page->find("</title>"), 8, "</title><meta name=robots content=noindex>");
      if (below(6) == 0) page = std::nullopt;
    }
    story.step();
    const auto after = story.project.cache();
    for (const auto& [url, row] : after) {
      if (row.contains("duplicate_of"))
        ++folded;
      else if (before.contains(url) && before.at(url).contains("duplicate_of") && row.at("in_index").get<bool>() &&
               row.at("digest") == before.at(url).at("digest"))
        ++returned;
    }
  }
  BOOST_TEST(folded > 20);
  BOOST_TEST(returned > 2);
}

BOOST_AUTO_TEST_SUITE_END()
