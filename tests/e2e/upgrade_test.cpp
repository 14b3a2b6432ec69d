// A cache in which an older Pith has stored what it learned. Its page records cannot be compared with today's, so they
// are made again, and the index becomes the one that a fresh start would give.
#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "crawler_adapter/cache/detail/record_checksum.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr int pages = 24;

// Two templates with nothing in common, each with enough pages that a page learns only from its own.
std::string body_of(int number) {
  if (number % 2) return article(number).body;
  return "<html><body id=shop><table class=goods><tr><td class=name>" + article_text(number) +
         "<td class=terms>All prices of this shop are without taxes and without the costs of sending.</table>"
         "<dl class=contact><dt>Shop<dd>12 Harbour Road, open on Mondays and on Fridays</dl>";
}

void ingest_site(const Project& project) {
  std::string lines;
  for (int number = 1; number <= pages; ++number)
    lines += json{{"url", "http://a.example" + article_target(number)},
                  {"status", 200},
                  {"headers", {{"Content-Type", "text/html"}}},
                  {"body", body_of(number)}}
                 .dump() +
             "\n";
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", "--capture-only", project / "pages.jsonl"});
}

SQLite::Database open_cache(const Project& project) {
  SQLite::Database database(project / "pith-data/cache/pages.sqlite", SQLite::OPEN_READWRITE);
  pith::crawl::add_checksum_functions(database.getHandle());
  return database;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(upgrade)

BOOST_AUTO_TEST_CASE(records_of_an_older_structure_version_are_made_again) {
  const Project fresh, older;
  ingest_site(fresh);
  fresh.must({"index"});
  ingest_site(older);
  older.must({"index"});
  {
    // As written by a Pith with other hashes: a shape of 64 bytes, and another kind of summary.
    SQLite::Database database = open_cache(older);
    database.exec("UPDATE page SET shape = sealed(CAST(printf('%064d', id * 7919) AS BLOB))");
    database.exec("UPDATE sample SET inputs = 'pith/4 ' || inputs, summary = sealed(randomblob(900))");
    database.exec("UPDATE site_model SET templates = sealed(randomblob(128))");
    database.exec("UPDATE site SET options = 'older'");
  }
  const json run = older.json({"index"});
  BOOST_TEST(run.at("examined") == pages);
  BOOST_TEST(run.at("extracted") == 0, "the shapes are those that the pages have had");
  check_same_index(older.index(), fresh.index());
  BOOST_TEST(older.json({"stats"}).at("sites").at(0).at("model").at("templates") ==
             fresh.json({"stats"}).at("sites").at(0).at("model").at("templates"));

  // The same holds for pages that are extracted again.
  older.must({"reindex", "--all"});
  check_same_index(older.index(), fresh.index());
}

// After an upgrade, or a change of the configuration, `pith index` says that it compares pages again, and why; once.
BOOST_AUTO_TEST_CASE(what_is_examined_again_is_said_with_the_reason) {
  const Project project;
  const auto says = [](const std::string& out, const char* reason) {
    return out.find(std::string("all pages of 1 site are compared again: ") + reason) != std::string::npos;
  };
  ingest_site(project);
  BOOST_TEST(project.must({"index"}).find("again") == std::string::npos);

  open_cache(project).exec("UPDATE site SET options = 'an older version:' || options");
  BOOST_TEST(says(project.must({"index"}), "another version of Pith indexed them"));
  BOOST_TEST(project.must({"index"}).find("again") == std::string::npos);

  const std::vector<std::string> other = {"index", "--set", "extract.keep_tables=false"};
  BOOST_TEST(says(project.must(other), "the configuration has changed since"));
  BOOST_TEST(project.must(other).find("again") == std::string::npos);
  BOOST_TEST(project.json({"index"}).at("again") == (json{{"other_version", 0}, {"other_settings", 1}}));
}

BOOST_AUTO_TEST_SUITE_END()
