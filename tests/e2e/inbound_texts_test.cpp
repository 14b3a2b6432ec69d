// What pages say of each other, through the real `pith ingest`, `index` and `search`.
#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

using Urls = std::set<std::string>;

// Each page is extracted by itself, so that only pages that changed are extracted again.
constexpr const char* alone = "siblings: {n: 0}\nextract: {include: ['.content']}\n";

std::string url_of(int number) { return "http://a.example" + article_target(number); }

std::string link(int to, const std::string& text) {
  return "<p>See <a href=\"" + article_target(to) + "\">" + text + "</a> for more about it.</p>";
}

json line_of(int number, const std::string& more = "", int status = 200) {
  return {{"url", url_of(number)},
          {"status", status},
          {"headers", {{"Content-Type", "text/html"}}},
          {"body", status == 200 ? article(number, more).body : ""}};
}

void capture(const Project& project, const std::vector<json>& lines) {
  std::string text;
  for (const json& line : lines) text += line.dump() + "\n";
  write_file(project / "pages.jsonl", text);
  project.must({"ingest", "--capture-only", project / "pages.jsonl"});
}

// Eight articles; the first one links to the third, and the second to the fourth.
struct Linked {
  explicit Linked(const std::string& yaml = "") : project(alone + yaml) {
    std::vector<json> lines = {line_of(1, link(3, "the zanzibar ferry")), line_of(2, link(4, "quokka island"))};
    for (int number = 3; number <= 8; ++number) lines.push_back(line_of(number));
    capture(project, lines);
    summary = project.json({"index"});
  }
  const Project project;
  json summary;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(inbound_texts)

BOOST_AUTO_TEST_CASE(a_page_is_found_by_what_others_say_of_it) {
  const Linked site;
  BOOST_TEST(site.summary.at("inbound_texts") == 2);
  BOOST_TEST(site.summary.at("written") == 8);
  BOOST_TEST(site.project.search("inbound:zanzibar") == Urls{url_of(3)});
  BOOST_TEST(site.project.search("zanzibar") == (Urls{url_of(1), url_of(3)}));
  BOOST_TEST(site.project.search("inbound:\"zanzibar ferry\" +" + article_word(3)) == Urls{url_of(3)});
  const json hits = site.project.json({"search", "inbound:quokka", "--explain", "--facets"});
  BOOST_TEST(hits.at("total") == 1);
  BOOST_TEST(hits.dump().find("inbound: weight 1 * tf 1") != std::string::npos, hits.dump());
  BOOST_TEST(site.project.pith({"search", "--templates", "inbound:quokka"}).code == 1);
}

BOOST_AUTO_TEST_CASE(links_count) {
  const Linked site;
  const auto score = [&](const std::string& setting) {
    const json hits = site.project.json({"search", article_word(3), "--explain", "--set", setting}).at("hits");
    BOOST_TEST(hits.at(0).at("url") == url_of(3));
    BOOST_TEST((hits.dump().find("pages that link to it: 1 (search.links)") != std::string::npos) ==
               (setting != "search.links=0"));
    return hits.at(0).at("score").get<double>();
  };
  const double plain = score("search.links=0");
  BOOST_TEST(score("search.links=1") == plain * 2, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(score("search.links=0.06") == plain * std::pow(2, 0.06), boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(an_inbound_text_goes_with_its_link_and_the_page_is_not_extracted_again) {
  const Linked site;
  const auto before = site.project.index();
  capture(site.project, {line_of(1)});
  json summary = site.project.json({"index"});
  BOOST_TEST(summary.at("extracted") == 1);
  BOOST_TEST(summary.at("written") == 1);
  BOOST_TEST(summary.at("inbound_texts") == 1);
  BOOST_TEST(site.project.search("zanzibar").empty());
  BOOST_TEST(site.project.search("inbound:quokka") == Urls{url_of(4)});
  BOOST_TEST(bool(site.project.index().at(url_of(3)) == before.at(url_of(3))));
  summary = site.project.json({"index"});
  BOOST_TEST(summary.at("sites") == 0);
  BOOST_TEST(summary.at("inbound_texts") == 0);
}

BOOST_AUTO_TEST_CASE(pages_that_go_say_nothing_and_take_their_inbound_texts_along) {
  const Linked site;
  capture(site.project, {line_of(1, "", 404), line_of(4, "", 404)});
  site.project.must({"index"});
  BOOST_TEST(site.project.search("zanzibar").empty());
  BOOST_TEST(site.project.search("quokka") == Urls{url_of(2)});
  capture(site.project, {line_of(4)});
  BOOST_TEST(site.project.json({"index"}).at("inbound_texts") == 1);
  BOOST_TEST(site.project.search("inbound:quokka") == Urls{url_of(4)});
}

BOOST_AUTO_TEST_CASE(links_to_redirects_and_duplicates) {
  for (const std::string duplicates : {"fold", "keep"}) {
    const Project project(alone + ("index: {duplicates: " + duplicates + "}\n"));
    json moved = line_of(20, "", 301), copy = line_of(3);
    moved["headers"]["Location"] = url_of(4);
    copy["url"] = "http://a.example/zz/copy.html";
    capture(project,
            {line_of(1, link(20, "the okapi house") + "<p>And <a href=\"/zz/copy.html\">numbat garden</a> too.</p>"),
             line_of(2), line_of(3), line_of(4), line_of(5), moved, copy});
    project.must({"index"});
    BOOST_TEST(project.search("inbound:okapi") == Urls{url_of(4)}, duplicates);
    const auto index = project.index();
    const std::string duplicate = copy["url"];
    BOOST_TEST(index.size() == (duplicates == "fold" ? 5u : 6u));
    BOOST_TEST(project.search("inbound:numbat") == Urls{index.contains(duplicate) ? duplicate : url_of(3)}, duplicates);
  }
}

BOOST_AUTO_TEST_CASE(another_index_and_another_analyser_get_them_too) {
  const Linked site;
  BOOST_TEST(site.project.json({"index", "--set", "index.path=other"}).at("inbound_texts") == 2);
  BOOST_TEST(site.project.json({"search", "--set", "index.path=other", "inbound:zanzibar"}).at("total") == 1);
  BOOST_TEST(site.project.json({"index"}).at("inbound_texts") == 2);
  BOOST_TEST(site.project.search("inbound:zanzibar") == Urls{url_of(3)});
  BOOST_TEST(site.project.json({"index", "--set", "index.analyzer=standard"}).at("inbound_texts") == 2);
}

// As after a crash between the commit of the index and what the cache records of it.
BOOST_AUTO_TEST_CASE(what_was_not_recorded_is_written_again) {
  const Linked site;
  SQLite::Database(site.project / "pith-data/cache/pages.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE page SET inbound_digest = 'unknown' WHERE inbound_digest <> ''; UPDATE site SET processed = -1");
  const json summary = site.project.json({"index"});
  BOOST_TEST(summary.at("inbound_texts") == 2);
  BOOST_TEST(summary.at("extracted") == 0);
  BOOST_TEST(site.project.search("inbound:zanzibar") == Urls{url_of(3)});
}

BOOST_AUTO_TEST_CASE(a_site_at_a_time_and_a_full_index) {
  const Project project(alone);
  json other = line_of(1, link(3, "the zanzibar ferry")), target = line_of(3);
  other["url"] = "http://b.example" + article_target(1);
  target["url"] = "http://b.example" + article_target(3);
  capture(project, {line_of(1, link(3, "the zanzibar ferry")), line_of(2), line_of(3), other, target});
  project.must({"reindex", "--site", "a.example"});
  BOOST_TEST(project.search("inbound:zanzibar") == Urls{url_of(3)});
  BOOST_TEST(project.pith({"index", "--set", "index.max_bytes=2000"}).code == 2);
  project.must({"index"});
  BOOST_TEST(project.search("inbound:zanzibar") == (Urls{url_of(3), target["url"].get<std::string>()}));
}

BOOST_AUTO_TEST_CASE(other_commands_see_pages_only) {
  const Linked site;
  const Project& project = site.project;
  BOOST_TEST(project.stats().at("indexed") == 8);
  BOOST_TEST(project.index().size() == 8u);
  project.must({"doctor"});
  const json dry = project.json({"reindex", "--dry-run"});
  BOOST_TEST(dry.at("changed").get<int>() + dry.at("added").get<int>() + dry.at("removed").get<int>() == 0, dry.dump());
  project.must({"export", "--output", project / "out.jsonl"});
  const std::string lines = read_file(project / "out.jsonl");
  BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 8);
  BOOST_TEST(lines.find("inbound") == std::string::npos);
  BOOST_TEST(project.must({"get", "--format", "text", url_of(3)}).find("zanzibar") == std::string::npos);
  project.must({"search", "--like", url_of(3)});
}

BOOST_AUTO_TEST_CASE(asides_are_searched_if_one_wants_them) {
  const std::string aside = "</div><div class=\"tags\"><p>numbat</p>";
  const Project project(alone);
  capture(project, {line_of(1, aside), line_of(2), line_of(3)});
  project.must({"index"});
  const auto before = project.index();
  BOOST_TEST(project.search("numbat").empty());
  const std::string yaml = read_file(project / "pith.yaml");
  write_file(project / "pith.yaml", yaml + "index: {asides: true}\n");
  BOOST_TEST(project.json({"index"}).at("written") == 3);
  BOOST_TEST(project.search("numbat") == Urls{url_of(1)});
  BOOST_TEST(project.search("asides:numbat") == Urls{url_of(1)});
  check_same_index(project.index(), before);
  write_file(project / "pith.yaml", yaml);
  project.must({"index"});
  BOOST_TEST(project.search("numbat").empty());
}

BOOST_AUTO_TEST_SUITE_END()
