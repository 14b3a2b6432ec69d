// Caches written by an older Pith: tests/fixtures/page_cache_VERSION.sql.
#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/cache_repair.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::crawl;

namespace {

std::string sql_of(int version) {
  std::ifstream in(std::string(PITH_FIXTURES) + "/page_cache_" + std::to_string(version) + ".sql");
  return {std::istreambuf_iterator<char>(in), {}};
}

// The columns of all tables, sorted.
std::string columns(const std::string& file) {
  SQLite::Database database(file);
  return database.execAndGet(
      "SELECT group_concat(t || ' ' || name || ' ' || type || ' ' || \"notnull\" || ' ' || pk || ' ' || "
      "ifnull(dflt_value, '')) FROM (SELECT tables.name AS t, columns.* FROM sqlite_schema AS tables "
      "JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' ORDER BY t, columns.name)");
}

// Up to version 9.
const std::string of_version_10 =
    "ALTER TABLE page RENAME COLUMN state TO account; ALTER TABLE page RENAME COLUMN has_headline TO standing; "
    "ALTER TABLE page RENAME COLUMN inbound_digest TO mentions; DROP TABLE withdrawal; "
    "ALTER TABLE page DROP COLUMN settled; ";
const std::string of_version_9 =
    of_version_10 +
    "DROP TRIGGER body_removed; DROP INDEX body_dictionary; ALTER TABLE body DROP COLUMN dictionary; "
    "DROP TABLE dictionary_copy; DROP TABLE dictionary; ";

}  // namespace

BOOST_AUTO_TEST_SUITE(page_cache_migration)

BOOST_AUTO_TEST_CASE(a_cache_of_version_1_keeps_its_pages) {
  const test::TemporaryDirectory directory, fresh_directory;
  const std::string file = directory / "pages.sqlite";
  { SQLite::Database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql_of(1)); }
  const CacheOptions options{.directory = directory.path()};
  for (int time = 0; time < 2; ++time) {  // the second time there is nothing to convert
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE_MESSAGE(cache.ok(), (cache.ok() ? "" : cache.error().message));
    const auto page = cache->find("http://h/a");
    BOOST_REQUIRE((page.ok() && *page));
    BOOST_TEST(((*page)->state == PageState::main));
    BOOST_TEST((*page)->stored == 5);
    BOOST_TEST((*page)->robots == "");
    BOOST_TEST((*page)->in_index);
    const auto state = cache->site_state("h");
    BOOST_REQUIRE(state.ok());
    BOOST_REQUIRE(state->pages.size() == 2u);
    BOOST_TEST(state->pages[0].fingerprint == "f");
    BOOST_TEST(state->pages[0].links.size() == 1u);
    BOOST_TEST(*cache->follow_redirects("http://h/b") == "http://h/a");
  }
  BOOST_REQUIRE(CacheLedger::open({.directory = fresh_directory.path()}).ok());
  BOOST_TEST(columns(file) == columns(fresh_directory / "pages.sqlite"));
  BOOST_TEST(CacheRepair(*CacheLedger::open(options)).check()->structure.empty());

  auto cache = CacheLedger::open(options);
  CapturedPage marked;
  marked.url = "http://h/a";
  marked.status = 200;
  marked.content_type = "text/html";
  marked.robots = "noindex";
  marked.body = "<p>x";
  BOOST_TEST(!CacheCapture(*cache).store(std::span(&marked, 1)));
  BOOST_TEST((**cache->find("http://h/a")).robots == "noindex");
  BOOST_TEST(*cache->take("h", 1, 1));
  BOOST_TEST(!*cache->take("h", 1, 1));
}

// Near duplicates of pages from version 5 are found when those pages are extracted again.
BOOST_AUTO_TEST_CASE(a_cache_of_version_5_has_no_near_duplicates_at_first) {
  const test::TemporaryDirectory directory;
  const CacheOptions options{.directory = directory.path()};
  CapturedPage page;
  page.url = "http://h/a";
  page.status = 200;
  page.content_type = "text/html";
  page.body = "<p>x";
  {
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE(!CacheCapture(*cache).store(std::span(&page, 1)));
    Outcome outcome;
    outcome.page = (**cache->find(page.url)).id;
    outcome.digest = (**cache->find(page.url)).digest;
    outcome.state = PageState::main;
    outcome.content = {.digest = "d", .simhash = 1, .words = 40, .keyed = {1, 2, 3, 4}};
    BOOST_REQUIRE(!cache->record(std::span(&outcome, 1)));
    BOOST_TEST(cache->extracted_rows("h")->at(0).content.simhash == 1u);
  }
  SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE)
      .exec(of_version_9 +
            "ALTER TABLE page RENAME COLUMN standing TO no_standing; "
            "ALTER TABLE page RENAME COLUMN aside_words TO no_aside_words; "
            "ALTER TABLE page RENAME COLUMN template_words TO no_template_words; "
            "ALTER TABLE page RENAME COLUMN link_texts TO no_link_texts; "
            "ALTER TABLE page RENAME COLUMN mentions TO no_mentions; "
            "ALTER TABLE page RENAME COLUMN keyed_simhash TO no_column_of_it; DELETE FROM meta WHERE key = "
            "'content_key'; "
            "PRAGMA user_version = 5");
  std::uint64_t key = 0;
  for (int time = 0; time < 2; ++time) {
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE_MESSAGE(cache.ok(), (cache.ok() ? "" : cache.error().message));
    const auto rows = cache->extracted_rows("h");
    BOOST_REQUIRE(rows->size() == 1u);
    BOOST_TEST(rows->at(0).content.digest == "d");
    BOOST_TEST(rows->at(0).content.simhash == 0u);
    if (time == 1) BOOST_TEST(*cache->content_key() == key);
    key = *cache->content_key();
    BOOST_TEST(key != 0u);
  }
  const test::TemporaryDirectory other;
  BOOST_TEST(*CacheLedger::open({.directory = other.path()})->content_key() != key);
}

// Version 6 did not know which pages have a headline: this is learned when they are extracted again.
BOOST_AUTO_TEST_CASE(a_cache_of_version_6_takes_all_pages_for_plain_ones_at_first) {
  const test::TemporaryDirectory directory;
  const CacheOptions options{.directory = directory.path()};
  CapturedPage page;
  page.url = "http://h/a";
  page.status = 200;
  page.content_type = "text/html";
  page.body = "<title>x</title><h1>x</h1>";
  const auto record = [&](CacheLedger& cache) {
    const CachedPage cached = **cache.find(page.url);
    Outcome outcome;
    outcome.page = cached.id;
    outcome.digest = cached.digest;
    outcome.charset = cached.charset;
    outcome.state = PageState::main;
    outcome.content.digest = "d";
    outcome.has_headline = true;
    BOOST_REQUIRE(!cache.record(std::span(&outcome, 1)));
    BOOST_TEST(cache.extracted_rows("h")->at(0).has_headline);
  };
  {
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE(!CacheCapture(*cache).store(std::span(&page, 1)));
    record(*cache);
  }
  SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE)
      .exec(of_version_9 +
            "ALTER TABLE page RENAME COLUMN standing TO no_standing; ALTER TABLE page DROP COLUMN aside_words; "
            "ALTER TABLE page DROP COLUMN template_words; ALTER TABLE page DROP COLUMN link_texts; "
            "ALTER TABLE page DROP COLUMN mentions; PRAGMA user_version = 6");
  auto cache = CacheLedger::open(options);
  BOOST_REQUIRE_MESSAGE(cache.ok(), (cache.ok() ? "" : cache.error().message));
  BOOST_TEST(!cache->extracted_rows("h")->at(0).has_headline);
  record(*cache);
}

// Version 7 did not count words by role: they are known when the pages have been extracted again.
BOOST_AUTO_TEST_CASE(a_cache_of_version_7_knows_no_roles_at_first) {
  const test::TemporaryDirectory directory;
  const CacheOptions options{.directory = directory.path()};
  BOOST_REQUIRE(CacheLedger::open(options).ok());
  SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE)
      .exec(of_version_9 +
            "INSERT INTO page(url, site, status, redirect_to, content_type, charset, etag, last_modified, fetched, "
            "digest, size, crawl, run, account, reason, page_words, content_words) VALUES('http://h/a', 'h', 200, '', "
            "'text/html', '', '', '', 0, 'd', 1, '', 0, 'main', 'ok', 9, 5); "
            "ALTER TABLE page DROP COLUMN aside_words; ALTER TABLE page DROP COLUMN template_words; "
            "ALTER TABLE page DROP COLUMN link_texts; ALTER TABLE page DROP COLUMN mentions; PRAGMA user_version = 7");
  for (int time = 0; time < 2; ++time) {
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE_MESSAGE(cache.ok(), (cache.ok() ? "" : cache.error().message));
    const SiteCounts total = cache->counts()->back();
    BOOST_TEST(total.page_words == 9);
    BOOST_TEST(total.aside_words + total.template_words == 0);
  }
}

// Version 8 did not know what pages say of each other: it is known when they have been extracted again.
BOOST_AUTO_TEST_CASE(a_cache_of_version_8_knows_no_inbound_texts_at_first) {
  const test::TemporaryDirectory directory;
  const CacheOptions options{.directory = directory.path()};
  BOOST_REQUIRE(CacheLedger::open(options).ok());
  SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE)
      .exec(of_version_9 +
            "INSERT INTO page(url, site, status, redirect_to, content_type, charset, etag, last_modified, fetched, "
            "digest, size, crawl, run, account, reason, in_index) VALUES('http://h/a', 'h', 200, '', "
            "'text/html', '', '', '', 0, 'd', 1, '', 0, 'main', 'ok', 1); "
            "ALTER TABLE page DROP COLUMN link_texts; ALTER TABLE page DROP COLUMN mentions; PRAGMA user_version = 8");
  for (int time = 0; time < 2; ++time) {
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE_MESSAGE(cache.ok(), (cache.ok() ? "" : cache.error().message));
    int rows = 0;
    BOOST_REQUIRE(!cache->visit_inbound_rows("h", [&](InboundRow&& row) {
      ++rows;
      BOOST_TEST(row.in_index);
      BOOST_TEST(row.link_texts == "");
      BOOST_TEST(row.inbound_digest == "");
    }));
    BOOST_TEST(rows == 1);
    BOOST_TEST(CacheRepair(*cache).check()->work == 0);
  }
}

// Version 9 packed each body by itself.
BOOST_AUTO_TEST_CASE(a_cache_of_version_9_gets_dictionaries) {
  const test::TemporaryDirectory directory;
  const CacheOptions options{.directory = directory.path()};
  const auto page = [](int number) {
    CapturedPage out;
    out.url = "http://h/" + std::to_string(number);
    out.status = 200;
    out.content_type = "text/html";
    out.body = "<title>x</title><p>" + std::to_string(number);
    return out;
  };
  const auto store = [&](int first, int last) {
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE_MESSAGE(cache.ok(), (cache.ok() ? "" : cache.error().message));
    for (int i = first; i < last; ++i) {
      const CapturedPage added = page(i);
      BOOST_REQUIRE(!CacheCapture(*cache).store(std::span(&added, 1)));
    }
  };
  store(0, 4);
  SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE).exec(of_version_9 + "PRAGMA user_version = 9");
  store(4, 8);
  auto cache = CacheLedger::open(options);
  for (int i = 0; i < 8; ++i) BOOST_TEST(*cache->body((**cache->find(page(i).url)).id) == page(i).body);
  BOOST_TEST(SQLite::Database(directory / "pages.sqlite").execAndGet("SELECT count(*) FROM dictionary").getInt() == 1);
  BOOST_TEST(CacheRepair(*cache).check()->structure.empty());
}

// Version 12 knew which pages were new: those that the crawl's last runs had brought, if they held pages.
BOOST_AUTO_TEST_CASE(a_cache_of_version_12_has_settled_pages) {
  for (const bool held : {false, true}) {
    const test::TemporaryDirectory directory;
    const std::string file = directory / "pages.sqlite";
    {
      auto cache = CacheLedger::open({.directory = directory.path()});
      BOOST_REQUIRE(cache.ok());
      for (const char* url : {"http://h/old", "http://h/new", "http://h/gone"}) {
        const CapturedPage added{.url = url, .status = std::string(url).ends_with("gone") ? 404 : 200, .body = "<p>x"};
        BOOST_REQUIRE(!CacheCapture(*cache).store(std::span(&added, 1), {"c", 1}));
      }
    }
    SQLite::Database(file, SQLite::OPEN_READWRITE)
        .exec(
            "ALTER TABLE page DROP COLUMN settled; ALTER TABLE crawl ADD COLUMN first_new INTEGER NOT NULL DEFAULT 0;"
            "INSERT INTO crawl VALUES('c', 1, 2); PRAGMA user_version = 12;" +
            std::string(held ? "INSERT INTO meta VALUES('held:c', 1)" : ""));
    BOOST_REQUIRE(CacheLedger::open({.directory = directory.path()}).ok());
    BOOST_TEST(SQLite::Database(file).execAndGet("SELECT group_concat(settled) FROM page").getString() ==
               (held ? "1,0,0" : "1,1,0"));
  }
}

BOOST_AUTO_TEST_CASE(a_cache_of_a_newer_version_is_refused) {
  const test::TemporaryDirectory directory;
  BOOST_REQUIRE(CacheLedger::open({.directory = directory.path()}).ok());
  { SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 1000"); }
  const auto cache = CacheLedger::open({.directory = directory.path()});
  BOOST_REQUIRE(!cache.ok());
  BOOST_TEST(cache.error().code == "newer_version");
}

BOOST_AUTO_TEST_SUITE_END()
