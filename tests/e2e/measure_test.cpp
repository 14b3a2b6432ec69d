// `pith measure`: two indexes of the same cache get the same queries; cache and index are unchanged.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int articles = 12;
constexpr int documents = articles + 2;  // the newsroom, and a page with a unique title
const std::string newsroom = "http://a.example/newsroom.html";

// Every page's menu leads to the newsroom.
std::string with_newsroom(std::string page) {
  const std::string link = "<a href=\"/docs/article-02.html\">Menucareers</a>";
  const std::size_t at = page.find(link);
  BOOST_REQUIRE(at != std::string::npos);
  return page.replace(at, link.size(), "<a href=\"/newsroom.html\">Newsroom</a>");
}

json line_of(const std::string& url, const std::string& body) {
  return {{"url", url}, {"status", 200}, {"headers", {{"Content-Type", "text/html"}}}, {"body", with_newsroom(body)}};
}

struct Ingested {
  Project project;
  std::string scratch = project / "scratch";

  Ingested() {
    std::string text;
    for (int number = 1; number <= articles; ++number)
      text += line_of("http://a.example" + article_target(number), article(number).body).dump() + "\n";
    text += line_of(newsroom, templated("Our newsroom", "<h1>Our newsroom</h1>" + article_text(50))).dump() + "\n";
    // Its title is unique.
    text += line_of("http://a.example/untold.html", templated("Nowhere xylophone", article_text(51))).dump() + "\n";
    // The same content as article 3: folded.
    text += line_of("http://a.example" + article_target(3) + "?print=1", article(3).body).dump() + "\n";
    write_file(project / "pages.jsonl", text);
    project.must({"ingest", project / "pages.jsonl"});
    fs::create_directory(scratch);
  }

  Outcome measure(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "measure");
    Command command = project.command(std::move(arguments));
    command.environment["TMPDIR"] = scratch;
    return run(command);
  }

  json measured(std::vector<std::string> arguments = {}) const {
    arguments.push_back("--json");
    const Outcome outcome = measure(std::move(arguments));
    BOOST_REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return json::parse(outcome.out);
  }
};

const json& query_of(const json& report, const std::string& text) {
  for (const json& query : report.at("queries"))
    if (query.at("query") == text) return query;
  BOOST_FAIL("no query " << text);
  return report;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(measure, Ingested)

BOOST_AUTO_TEST_CASE(a_word_of_the_menu) {
  const auto index = project.index();
  const auto cache = project.cache();
  const json report = measured();
  BOOST_TEST(report.at("documents") == documents);
  BOOST_TEST(report.at("whole").at("words") > report.at("main").at("words"));

  const json query = query_of(report, "Newsroom");
  BOOST_TEST(query.at("kind") == "menu");
  BOOST_TEST(query.at("relevant").at(0).at("url") == newsroom);
  BOOST_TEST(query.at("whole").at("hits") == documents);
  BOOST_TEST(query.at("main").at("hits") == 1);
  BOOST_TEST(query.at("main").at("rank") == 1);

  check_same_index(project.index(), index);
  BOOST_CHECK(project.cache() == cache);
  BOOST_TEST(fs::is_empty(scratch), "something is left in TMPDIR");
}

// The menu's "Menuproducts" leads to an article without that word: the index of main content misses it, and the report
// says so.
BOOST_AUTO_TEST_CASE(losses_are_reported) {
  const json report = measured({"--kinds", "menu"});
  const json query = query_of(report, "Menuproducts");
  BOOST_TEST(query.at("whole").at("found") == true);
  BOOST_TEST(query.at("main").at("found") == false);
  const std::string text = measure({"--kinds", "menu"}).out;
  BOOST_TEST(text.find("Lost: 1 of 2 queries") != std::string::npos, text);
  BOOST_TEST(text.find("none") != std::string::npos, text);
  BOOST_TEST(text.find("MRR") != std::string::npos, text);
  BOOST_TEST(text.find("MRR, all fields") == std::string::npos, text);  // the same as MRR
}

// Otherwise every title would find its own page.
BOOST_AUTO_TEST_CASE(the_field_that_made_the_query_does_not_count) {
  const json report = measured({"--kinds", "title"});
  for (const char* index : {"whole", "main"}) {
    BOOST_TEST(query_of(report, "Nowhere xylophone").at(index).at("found") == false);
    BOOST_TEST(query_of(report, "Our newsroom").at(index).at("rank") == 1);  // by its headline
  }
  write_file(project / "ours.tsv", "Nowhere xylophone\thttp://a.example/untold.html\n");
  BOOST_TEST(query_of(measured({"--queries", project / "ours.tsv"}), "Nowhere xylophone").at("main").at("rank") == 1);
}

BOOST_AUTO_TEST_CASE(a_kind_without_queries_is_named) {
  write_file(project / "one.jsonl",
             R"({"url": "http://one.example/", "headers": {"Content-Type": "text/html"}, )"
             R"("body": "<title>Two words</title><p>A page with a title, and without headings."})"
             "\n");
  project.must({"ingest", project / "one.jsonl"});
  const json report = measured({"--site", "one.example", "--kinds", "title,heading,menu"});
  BOOST_TEST(report.at("empty_kinds") == json({"heading", "menu"}));
  const std::string text = measure({"--site", "one.example", "--kinds", "title,heading"}).out;
  BOOST_TEST(text.find("\nNo query of the kind heading: ") != std::string::npos, text);
  BOOST_TEST(text.find("No query of the kind title") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(the_same_run_gives_the_same_queries) {
  const auto asked = [](const json& report) {
    std::vector<std::string> out;
    for (const json& query : report.at("queries")) out.push_back(query.at("query"));
    return out;
  };
  const json first = measured({"--limit", "4"}), second = measured({"--limit", "4"});
  BOOST_TEST(asked(first) == asked(second), boost::test_tools::per_element());
  BOOST_CHECK(asked(first) != asked(measured({"--limit", "4", "--seed", "2"})));
}

BOOST_AUTO_TEST_CASE(queries_of_a_file) {
  const std::string file = project / "ours.tsv";
  write_file(file, article_word(3) + "\thttp://a.example" + article_target(3) +
                       "?print=1 http://a.example/gone.html\n" + "nothing\thttp://elsewhere.example/\n");
  const json report = measured({"--queries", file});
  BOOST_TEST(report.at("queries").size() == 1);
  BOOST_TEST(report.at("queries_left_out") == 1);
  BOOST_TEST(report.at("unknown_pages").size() == 2);
  // The folded page is found as its representative; the page that is gone counts as not found.
  const json query = query_of(report, article_word(3));
  BOOST_TEST(query.at("relevant").at(0).at("url") == "http://a.example" + article_target(3));
  BOOST_TEST(query.at("main").at("rank") == 1);
  BOOST_TEST(query.at("main").at("ndcg_10") < 0.99);

  write_file(file, "nothing\thttp://elsewhere.example/\n");
  BOOST_TEST(measure({"--queries", file}).code == 1);
  write_file(file, "# all well\nno page\n");
  const Outcome bad = measure({"--queries", file});
  BOOST_TEST(bad.code == 2);
  BOOST_TEST(bad.err.find("ours.tsv:2: expected query, tab, URLs") != std::string::npos, bad.err);
  BOOST_TEST(measure({"--queries", "/"}).code == 2);
  BOOST_TEST(measure({"--queries", "/"}).err.find("/: cannot be read") != std::string::npos);
  write_file(file, "\"no end\thttp://a.example" + article_target(3) + "\n");
  const Outcome syntax = measure({"--queries", file});
  BOOST_TEST(syntax.code == 2);
  BOOST_TEST(
      syntax.err.find("ours.tsv:1: \"\"no end\": query, character 1: this quote is not closed") != std::string::npos,
      syntax.err);
}

BOOST_AUTO_TEST_CASE(indexes_can_be_kept) {
  const std::string kept = project / "kept";
  measured({"--keep", kept});
  const auto hits = [&](const std::string& which) {
    return project.json({"search", "Newsroom", "--set", "index.path=" + kept + "/" + which}).at("total").get<int>();
  };
  BOOST_TEST(hits("whole") == documents);
  BOOST_TEST(hits("main") == 1);
  const Outcome again = measure({"--keep", kept});
  BOOST_TEST(again.code == 2);
  BOOST_TEST(again.err.find("exists already") != std::string::npos, again.err);
}

BOOST_AUTO_TEST_CASE(kept_indexes_can_be_asked_again) {
  const std::string kept = project / "asked-again", file = project / "menu.tsv";
  write_file(file, "Newsroom\t" + newsroom + "\n");
  const auto built = measured({"--queries", file, "--keep", kept});
  const auto again = measured({"--queries", file, "--reuse", kept});
  for (const char* index : {"whole", "main"})
    for (const char* figure : {"hits", "rank"})
      BOOST_TEST(again.at("queries").at(0).at(index).at(figure) == built.at("queries").at(0).at(index).at(figure));
  BOOST_TEST(again.at("documents") == built.at("documents"));
  const Outcome made = measure({"--reuse", kept});
  BOOST_TEST(made.code == 2, "pages are not read, so no queries can be made");
  const Outcome none = measure({"--queries", file, "--reuse", project / "nowhere"});
  BOOST_TEST(none.code == 2);
  BOOST_TEST(none.err.find("nowhere/indexes.json: cannot be read") != std::string::npos, none.err);
  write_file(kept + "/indexes.json", "{\"main\": 1}");
  const Outcome broken = measure({"--queries", file, "--reuse", kept});
  BOOST_TEST(broken.code == 2);
  BOOST_TEST(broken.err.find("is not what `pith measure --keep` writes") != std::string::npos, broken.err);
}

BOOST_AUTO_TEST_CASE(a_report_as_html) {
  const std::string file = project / "gain.html";
  const Outcome outcome = measure({"--html", "-o", file, "--title", "Ours & <theirs>"});
  BOOST_TEST(outcome.code == 0);
  const std::string page = read_file(file);
  BOOST_TEST(page.find("<svg") != std::string::npos);
  BOOST_TEST(page.find("<title>Ours &amp; &lt;theirs&gt;</title>") != std::string::npos);
  for (const char* foreign : {"<script", "src=", "href=", "url("})
    BOOST_TEST(page.find(foreign) == std::string::npos, foreign);
}

BOOST_AUTO_TEST_CASE(an_unwritable_report_is_an_error_before_the_work) {
  const Project empty;
  const Outcome outcome = empty.pith({"measure", "-o", "nowhere/report.txt"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.err.find("nowhere/report.txt: cannot be written") != std::string::npos, outcome.err);
}

BOOST_AUTO_TEST_CASE(without_pages) {
  const Project empty;
  const Outcome outcome = empty.pith({"measure", "-o", "new.txt"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.err.find("pith crawl") != std::string::npos, outcome.err);
  BOOST_TEST(!fs::exists(empty / "new.txt"));
  write_file(empty / "old.txt", "an older report");
  BOOST_TEST(empty.pith({"measure", "-o", "old.txt"}).code == 2);
  BOOST_TEST(read_file(empty / "old.txt") == "an older report");
}

BOOST_AUTO_TEST_SUITE_END()
