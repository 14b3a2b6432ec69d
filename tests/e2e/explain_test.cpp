// `pith explain`: in the terminal, as JSON, and as a page in a browser.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <vector>

#include "tests/e2e/flips.h"
#include "tests/e2e/project.h"
#include "tests/e2e/site.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/hostile_pages.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr int articles = 12;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const json& block(const json& explanation, const std::string& text) {
  for (const json& block : explanation.at("blocks"))
    if (holds(block.at("text"), text)) return block;
  BOOST_FAIL("no block with " << text);
  return explanation;
}

// Headless Chromium's document after everything is loaded.
std::string dom_of(const Project& project, const std::string& url) {
  const Outcome browser =
      run({.arguments = {"chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--no-first-run", "--disable-background-networking",
                         "--user-data-dir=" + (project / "browser"), "--virtual-time-budget=15000", "--dump-dom", url},
           .timeout = std::chrono::minutes(20)});
  BOOST_REQUIRE_MESSAGE(browser.code == 0, "chromium ended with " << browser.code << "; apt-get install chromium\n"
                                                                  << browser.err);
  return browser.out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explain)

BOOST_AUTO_TEST_CASE(a_page_of_a_templated_site) {
  Site site;
  put_articles(site, articles);
  const Project project;
  project.must({"crawl", site.url("/")});
  const std::string url = site.url(article_target(3));
  const json explained = project.json({"explain", url});
  BOOST_TEST(explained.at("status") == "main");
  BOOST_TEST(explained.at("of_template") == true);
  const int compared = explained.at("compared");
  BOOST_TEST(compared >= articles / 2);
  for (const std::string& word : template_words) {
    const json& b = block(explained, word);
    BOOST_TEST(b.at("verdict") == "template", word);
    BOOST_TEST(b.at("on_pages") == compared, word);
    BOOST_TEST(b.at("reasons").at(0).at("text") ==
               "on " + std::to_string(compared) + " of " + std::to_string(compared) + " pages of this template");
  }
  const json story = block(explained, article_word(3));
  BOOST_TEST(story.at("verdict") == "content");
  BOOST_TEST(story.at("probability") > 0.5);
  BOOST_TEST(story.at("on_pages") == 0);
  const double threshold = explained.at("threshold");
  BOOST_TEST(story.at("probability") >= threshold);
  BOOST_TEST(block(explained, template_words.front()).at("probability") < threshold);
  std::ostringstream rounded;
  rounded << std::fixed << std::setprecision(2) << threshold;
  const std::string shown = rounded.str();
  BOOST_TEST(block(explained, "Chapter 3").at("path") == "html/body/div[3]/h1");

  // The same decision as in the index.
  std::string content;
  for (const json& b : explained.at("blocks"))
    if (b.at("verdict") == "content") content += b.at("text").get<std::string>() + "\n";
  BOOST_TEST(content == project.json({"extract", url}).at("content").get<std::string>() + "\n");

  const std::string lines = project.must({"explain", url}), all = project.must({"explain", url, "--all"});
  BOOST_TEST(holds(lines, "blocks of template, "));
  BOOST_TEST(
      holds(lines, ": on " + std::to_string(compared) + " of " + std::to_string(compared) + " pages of this template"));
  BOOST_TEST(!holds(lines, "Menucareers"));
  BOOST_TEST(holds(all, "= template"));
  BOOST_TEST(holds(all, "Menucareers"));
  for (const std::string* text : {&lines, &all}) {
    BOOST_TEST(holds(*text, "+ content"));
    BOOST_TEST(holds(*text, "Chapter 3"));
    BOOST_TEST(holds(*text, "main (ok)"));
    BOOST_TEST(holds(*text, ", content from probability " + shown));
  }

  BOOST_TEST(holds(project.must({"explain", url, "--html", project / "why.html"}), "wrote "));
  const std::string html = read_file(project / "why.html");
  for (const std::string& word : template_words) BOOST_TEST(holds(html, word), word);
  BOOST_TEST(holds(html, article_word(3)));
  BOOST_TEST(holds(html, "template: on " + std::to_string(compared) + " of "));
  BOOST_TEST(holds(html, "content from probability " + shown));
  BOOST_TEST(holds(html, "Probability (content from " + shown + ")"));
  const std::string dom = dom_of(project, "file://" + (project / "why.html"));
  BOOST_TEST(holds(dom, "<title>Why: Chapter 3</title>"));
}

// Nothing is indexed yet, so the sample must still be learned.
BOOST_AUTO_TEST_CASE(a_damaged_body_affects_only_its_own_page) {
  const Project project;
  std::string lines;
  const auto url = [](int number) { return "http://damaged.example" + article_target(number); };
  for (int i = 1; i <= articles; ++i)
    lines +=
        json{{"url", url(i)}, {"headers", {{"Content-Type", "text/html"}}}, {"body", article(i).body}}.dump() + "\n";
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", "--capture-only", project / "pages.jsonl"});
  const std::string cache = project / "pith-data/cache/pages.sqlite";
  flip_body(cache);
  int damaged = 0;
  for (const std::string extractor : {"pith", "conex"})
    for (int i = 1; i <= articles; ++i) {
      const Outcome outcome = project.pith({"explain", url(i), "--set", "extract.extractor=" + extractor});
      if (outcome.code == 0) continue;
      ++damaged;
      BOOST_TEST(holds(outcome.err, url(i) + ": the stored body is damaged"), outcome.err);
    }
  BOOST_TEST(damaged == 2);
}

BOOST_AUTO_TEST_CASE(files_and_exit_codes) {
  const Project project;
  for (int i = 1; i <= 4; ++i) write_file(project / ("page" + std::to_string(i) + ".html"), article(i).body);
  const json explained = project.json({"explain", project / "page1.html", "--siblings", project / "page2.html",
                                       project / "page3.html", project / "page4.html"});
  BOOST_TEST(explained.at("compared") == 3);
  BOOST_TEST(explained.at("of_template") == false);
  BOOST_TEST(block(explained, "Menucareers").at("on_pages") == 3);
  BOOST_TEST(block(explained, "Menucareers").at("verdict") == "template");

  BOOST_TEST(
      project.json({"explain", project / "page1.html", "--set", "extract.extractor=conex"}).at("threshold").is_null());
  write_file(project / "quiet.html", "<meta name=robots content=noindex><body><p>Some words that nobody may find.");
  const Outcome quiet = project.pith({"explain", project / "quiet.html"});
  BOOST_TEST(quiet.code == 1);
  BOOST_TEST(holds(quiet.out, "skipped (noindex)"));
  BOOST_TEST(holds(quiet.out, "x marked"));
  BOOST_TEST(holds(quiet.out, "extract.marks.robots_meta"));
  write_file(project / "print.html", "%PDF-1.4 of a page");
  for (const char* command : {"explain", "extract"}) {
    const Outcome print = project.pith({command, project / "print.html"});
    BOOST_TEST(print.code == 1, print.err);
    BOOST_TEST(holds(print.err, "print.html: not HTML, but a PDF"), print.err);
  }
  const Outcome missing = project.pith({"explain", project / "missing.html"});
  BOOST_TEST(missing.code == 2);
  BOOST_TEST(holds(missing.err, "missing.html: there is no such file"));
  const Outcome unwritable =
      project.pith({"explain", project / "page1.html", "--html", project / "no/such/folder.html"});
  BOOST_TEST(unwritable.code == 2);
  BOOST_TEST(holds(unwritable.err, "cannot be written"));
  write_file(project / "control.html", "<body><p>bell \x07 and escape \x1b[31m red, and some more words to be read.");
  BOOST_TEST(!holds(project.must({"explain", project / "control.html"}), "\x1b"));
}

BOOST_AUTO_TEST_CASE(a_page_that_is_left_out_says_why) {
  const Project project;
  const std::string story =
      "<title>Tide</title><p>The tide was late that day, and so were all of the boats that came home with it in the "
      "dark.";
  const auto line = [&](const std::string& url, int status) {
    return json{{"url", url}, {"status", status}, {"headers", {{"Content-Type", "text/html"}}}, {"body", story}}
               .dump() +
           "\n";
  };
  write_file(project / "pages.jsonl",
             line("https://a.example/", 200) + line("https://a.example/print", 200) + line("https://b.example/", 404));
  project.must({"ingest", project / "pages.jsonl"});
  BOOST_TEST(project.json({"explain", "https://a.example/"}).at("left_out").is_null());
  for (const auto& [url, why] : {std::pair{"https://b.example/", "http_404"},
                                 std::pair{"https://a.example/print", "duplicate of https://a.example/"}}) {
    const Outcome outcome = project.pith({"explain", url});
    BOOST_TEST(outcome.code == 1);
    BOOST_TEST(holds(outcome.out, "skipped (" + std::string(why) + "); its text alone would give:\nmain"), outcome.out);
    BOOST_TEST(project.pith({"explain", url, "--html", project / "why.html"}).code == 1);
    BOOST_TEST(holds(read_file(project / "why.html"), "<strong>skipped</strong> (" + std::string(why) + ")"));
    BOOST_TEST(!holds(read_file(project / "why.html"), "main content: indexed"));
  }
  // Nothing can be explained where the cache keeps no bytes; crawling again changes nothing.
  write_file(project / "more.jsonl",
             json{{"url", "https://c.example/"}, {"status", 301}, {"headers", {{"Location", "/"}}}}.dump() + "\n");
  project.must({"ingest", project / "more.jsonl", "--capture-only"});
  const Outcome redirect = project.pith({"explain", "https://c.example/"});
  BOOST_TEST(redirect.code == 1);
  BOOST_TEST(redirect.err ==
             "pith: https://c.example/: skipped (redirect_to_itself), and the page cache has no bytes of it\n");
  const Outcome unknown = project.pith({"explain", "https://d.example/"});
  BOOST_TEST(unknown.code == 1);
  BOOST_TEST(holds(unknown.err, "https://d.example/: is not in the page cache"), unknown.err);
}

// One page shows each hostile page's explanation in a frame. A script that escapes would set the outer page's title or
// send a request to the server.
BOOST_AUTO_TEST_CASE(nothing_of_a_hostile_page_runs_in_a_browser) {
  Site site;
  const Project project;
  const std::string server = site.url("");
  // No quotes or spaces, so that it fits everywhere.
  const std::string js =
      "top.document.title=/owned/.source;parent.document.title=/owned/.source;document.title=/owned/.source;fetch(/"
      "owned/.source)";
  const auto pages = hostile_pages(PITH_FIXTURES "/explain/hostile.txt", js, server.substr(0, server.find('/', 8)));
  std::string frames;
  std::vector<std::string> expected = {"/all.html"};
  for (std::size_t i = 0; i < pages.size(); ++i) {
    write_file(project / "hostile.html", pages[i].html);
    project.must({"explain", project / "hostile.html", "--url", pages[i].url, "--html", project / "why.html"});
    const std::string target = "/why-" + std::to_string(i) + ".html";
    site.put(target, {.body = read_file(project / "why.html")});
    frames += "<iframe src=\"" + target + "\"></iframe>";
    expected.push_back(target);
  }
  site.put("/all.html", {.body = "<!DOCTYPE html><title>untouched</title><link rel=icon href=\"data:,\">" + frames});
  // Requests if the payloads are shown unchanged: proof that the test can fail.
  site.put("/naked.html", {.body = "<!DOCTYPE html><title>untouched</title><link rel=icon href=\"data:,\"><iframe "
                                   "src=\"/raw.html\"></iframe>"});
  site.put("/raw.html", {.body = pages.front().html});

  site.forget();
  BOOST_TEST(holds(dom_of(project, site.url("/naked.html")), "<title>owned</title>"));
  const auto asked = [&] {
    std::vector<std::string> targets;
    for (const Site::Answer& answer : site.answers()) targets.push_back(answer.target);
    std::ranges::sort(targets);
    return targets;
  };
  const auto naked = asked();
  BOOST_TEST((std::ranges::find(naked, "/owned") != naked.end()));

  site.forget();
  const std::string dom = dom_of(project, site.url("/all.html"));
  BOOST_TEST(holds(dom, "<title>untouched</title>"));
  std::ranges::sort(expected);
  BOOST_TEST(asked() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
