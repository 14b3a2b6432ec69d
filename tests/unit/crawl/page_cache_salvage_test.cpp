// What a salvage saves, and what it leaves unchanged.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/damaged_files.h"
#include "crawler_adapter/cache/damaged_log.h"
#include "crawler_adapter/cache/detail/cache_lock.h"
#include "crawler_adapter/cache/detail/schema_copy.h"
#include "tests/support/temporary.h"
#include "tests/unit/crawl/damaged_cache.h"

using namespace pith;
using namespace pith::crawl;
using namespace pith::crawl::test;
using pith::test::TemporaryDirectory;
namespace fs = std::filesystem;

namespace {

std::string read_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::size_t> places_of(const std::string& text, const std::string& bytes) {
  std::vector<std::size_t> places;
  for (std::size_t at = bytes.find(text); at != std::string::npos; at = bytes.find(text, at + 1)) places.push_back(at);
  return places;
}

int bodies_in(const std::string& directory, int count = pages) {
  auto cache = CacheLedger::open({.directory = directory});
  BOOST_REQUIRE(cache.ok());
  int right = 0;
  for (int i = 0; i < count; ++i)
    if (const auto row = cache->find(page(i).url); row && *row && (*row)->stored > 0)
      right += *cache->body((*row)->id) == page(i).body;
  return right;
}

// Runs in another process, which ends without closing.
void store_and_die(const std::string& directory, int first, int count) {
  BOOST_REQUIRE(code_of_child([&] {
                  auto cache = CacheLedger::open({.directory = directory});
                  for (int i = first; i < first + count; ++i) {
                    const CapturedPage added = page(i);
                    if (!cache || CacheCapture(*cache).store(std::span(&added, 1))) return 1;
                  }
                  ::_exit(0);
                }) == 0);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_cache_salvage)

// The record and two indexes have the URL.
BOOST_AUTO_TEST_CASE(a_url_that_is_damaged_in_one_place_is_known_from_the_others) {
  const TemporaryDirectory original;
  fill(original.path());
  const std::string url = page(33).url;
  const auto places = places_of(url, read_file(original / "pages.sqlite"));
  BOOST_REQUIRE(places.size() >= 3u);
  for (const std::size_t at : places) {
    const TemporaryDirectory directory;
    fs::copy_file(original / "pages.sqlite", directory / "pages.sqlite");
    flip(directory / "pages.sqlite", at + url.size() - 1, 2);  // "…-37", which is another page's
    flip(directory / "pages.sqlite", at + url.size() - 2, 6);  // "…-s7", which is nobody's
    const auto salvage = salvage_cache({.directory = directory.path()}, {});
    BOOST_REQUIRE(salvage.ok());
    BOOST_TEST(salvage->lost.empty(), "byte " << at);
    BOOST_TEST(salvage->pages == pages);
    BOOST_TEST(bodies_in(directory.path()) == pages, "byte " << at);
  }
}

// Its URL and more are damaged: it is named with the URL of the indexes.
BOOST_AUTO_TEST_CASE(a_lost_page_is_named_by_its_url) {
  const TemporaryDirectory directory;
  fill(directory.path());
  const std::string url = page(33).url, file = directory / "pages.sqlite", bytes = read_file(file);
  int named = 0;
  for (const std::size_t at : places_of(url, bytes)) {
    const std::size_t type = bytes.find("text/html", at);
    if (type > at + url.size() + 30) continue;  // an index entry
    flip(file, at + url.size() - 1, 6);
    flip(file, type, 0);
    ++named;
  }
  BOOST_REQUIRE(named == 1);
  const auto salvage = salvage_cache({.directory = directory.path()}, {});
  BOOST_REQUIRE(salvage.ok());
  BOOST_REQUIRE(salvage->lost.size() == 1u);
  BOOST_TEST(salvage->lost[0].url == url);
  BOOST_TEST(read_file(salvage->kept + "/lost.txt").find(url + ": its record") != std::string::npos);
  BOOST_TEST(salvage->bodies == pages);  // the body is intact
  auto cache = CacheLedger::open({.directory = directory.path()});
  BOOST_TEST(((**cache->find(url)).reason == PageReason::damaged_body));
}

BOOST_AUTO_TEST_CASE(a_flipped_bit_in_the_list_of_tables_costs_little) {
  const TemporaryDirectory original;
  fill(original.path());
  const std::string bytes = read_file(original / "pages.sqlite");
  std::mt19937 random(3);
  int whole = 0, unreadable = 0;
  const int flips = std::getenv("PITH_FULL") ? 150 : 50;
  for (int i = 0; i < flips; ++i) {
    const TemporaryDirectory directory;
    fs::copy_file(original / "pages.sqlite", directory / "pages.sqlite");
    // Schema statements, on the first pages of the file.
    const std::size_t from = bytes.rfind("CREATE TABLE page("), at = from + random() % 3000;
    flip(directory / "pages.sqlite", at, static_cast<int>(random() % 8));
    const int right = code_of_child([&] {
      if (!salvage_cache({.directory = directory.path()}, {})) return 100;
      if (CacheLedger::open({.directory = directory.path()})->counts()->back().captured == 0) return 101;
      return bodies_in(directory.path());
    });
    whole += right == pages;
    unreadable += right == 100;
  }
  BOOST_TEST_MESSAGE(whole << " of " << flips << " lost nothing, " << unreadable << " all");
  BOOST_TEST(unreadable == 0);
  BOOST_TEST(whole > flips * 7 / 10);
}

BOOST_AUTO_TEST_CASE(the_copy_of_the_schema_follows_the_file_and_no_flipped_bit) {
  const TemporaryDirectory directory;
  fill(directory.path());
  const std::string file = directory / "pages.sqlite", copy_file = file + "-schema";
  const auto in_file = [&](const std::string& sql) {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    return database.execAndGet(sql).getInt64();
  };
  const std::string root_of_page = "SELECT rootpage FROM sqlite_schema WHERE name = 'page'";
  const auto reopen = [&] { BOOST_TEST(CacheLedger::open({.directory = directory.path()}).ok()); };
  const auto copy = read_schema_copy(file);
  BOOST_REQUIRE(copy.has_value());
  BOOST_TEST(copy->version == in_file("PRAGMA user_version"));
  BOOST_TEST(copy->roots.at("page") == in_file(root_of_page));

  for (const std::size_t at : {0u, 3u, 10u, 40u}) {
    flip(copy_file, at, 1);
    BOOST_TEST(!read_schema_copy(file).has_value());
    reopen();
    BOOST_TEST(read_schema_copy(file)->roots == copy->roots);
  }
  fs::remove(copy_file);
  BOOST_TEST(CacheLedger::open({.directory = directory.path(), .read_only = true}).ok());
  BOOST_TEST(!fs::exists(copy_file));
  reopen();
  BOOST_TEST(read_schema_copy(file)->roots == copy->roots);

  // A table's root page changes but the cookie does not: the file is damaged, the copy is not.
  const std::string sql =
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = rootpage + 1 WHERE name = 'crawl'";
  SQLite::Database(file, SQLite::OPEN_READWRITE).exec(sql);
  (void)CacheLedger::open({.directory = directory.path()});
  BOOST_TEST(read_schema_copy(file)->roots == copy->roots);
  BOOST_TEST(salvage_cache({.directory = directory.path()}, {})->lost.empty());
  BOOST_TEST(bodies_in(directory.path()) == pages);

  BOOST_REQUIRE(CacheCapture(*CacheLedger::open({.directory = directory.path()})).prune().ok());
  BOOST_TEST(read_schema_copy(file)->cookie == in_file("PRAGMA schema_version"));
  BOOST_TEST(read_schema_copy(file)->roots.at("page") == in_file(root_of_page));
}

// Bits of the first page: the database header, and the root pages of the tables. A quarter of them, or with PITH_FULL
// all that the steps name.
std::vector<std::size_t> bits_of_first_page(std::size_t header_step, std::size_t step) {
  constexpr std::size_t header = 160 * 8;  // includes the cell pointers
  if (!std::getenv("PITH_FULL")) header_step = header_step * 4 + 1, step = step * 4 + 1;
  std::vector<std::size_t> bits;
  for (std::size_t bit = 0; bit < header; bit += header_step) bits.push_back(bit);
  for (std::size_t bit = header; bit < 4096 * 8; bit += step) bits.push_back(bit);
  return bits;
}

// Does what `pith doctor --repair` does: returns the number of intact bodies afterwards, or 100 and more for failures.
int repaired(const std::string& directory, int count) {
  return code_of_child([&] {
    bool damaged = false;
    {
      auto cache = CacheLedger::open({.directory = directory});
      if (!cache && cache.error().code != "damaged" && cache.error().code != "io") return 100;
      damaged = !cache;
      if (!damaged) {
        const auto check = CacheRepair(*cache).check();
        damaged = !check || !check->structure.empty();
      }
    }
    if (damaged) {
      const auto salvage = salvage_cache({.directory = directory}, {});
      if (!salvage) return 101;
      if (!salvage->lost.empty()) return 102;
    }
    auto cache = CacheLedger::open({.directory = directory});
    if (!cache) return 103;
    if (const auto check = CacheRepair(*cache).check(); !check || !check->structure.empty() || !check->pages.empty())
      return 104;
    return bodies_in(directory, count);
  });
}

BOOST_AUTO_TEST_CASE(a_flipped_bit_in_the_first_page_costs_nothing) {
  constexpr int few = 20;
  enum Kind { as_made, moved, without_copy };
  for (const Kind kind : {as_made, moved, without_copy}) {
    const TemporaryDirectory original;
    fill(original.path(), few);
    if (kind == moved) {
      auto cache = CacheLedger::open({.directory = original.path()});
      for (int i = 0; i < few; ++i) {  // other pages, so that VACUUM moves the tables
        const CapturedPage added = page(i, 2000);
        check_ok(CacheCapture(*cache).store(std::span(&added, 1)));
      }
      for (int i = 0; i < few; ++i) {
        const CapturedPage added = page(i);
        check_ok(CacheCapture(*cache).store(std::span(&added, 1)));
      }
      BOOST_REQUIRE(CacheCapture(*cache).prune().ok());
    }
    for (const std::size_t bit : kind == as_made ? bits_of_first_page(3, 199) : bits_of_first_page(13, 397)) {
      // Without the copy, an unknown version may be that of a newer Pith.
      if (kind == without_copy && bit / 8 >= 60 && bit / 8 < 64) continue;
      const TemporaryDirectory directory;
      for (const char* file : {"pages.sqlite", "pages.sqlite-schema"})
        if (kind != without_copy || std::string(file) == "pages.sqlite")
          fs::copy_file(original / file, directory / file);
      flip(directory / "pages.sqlite", bit / 8, static_cast<int>(bit % 8));
      BOOST_TEST(repaired(directory.path(), few) == few,
                 "kind " << kind << ", byte " << bit / 8 << ", bit " << bit % 8);
    }
  }
}

// SQLite finds rows by way of such pages; those of pages and bodies are found without them.
BOOST_AUTO_TEST_CASE(a_damaged_page_above_others_costs_nothing) {
  constexpr int many = 600;
  const TemporaryDirectory original;
  {
    auto cache = CacheLedger::open({.directory = original.path()});
    std::vector<CapturedPage> all;
    for (int i = 0; i < many; ++i) all.push_back(page(i, 1000));  // a body fills a page of the file or more
    check_ok(CacheCapture(*cache).store(all));
  }
  const std::string bytes = read_file(original / "pages.sqlite");
  std::vector<std::size_t> above;
  for (std::size_t at = 4096; at < bytes.size(); at += 4096)
    if (bytes[at] == 5) above.push_back(at);
  BOOST_REQUIRE(above.size() >= 4u);  // the root of each of two tables, and pages below one of them
  for (const std::size_t at : above) {
    const TemporaryDirectory directory;
    std::ofstream(directory / "pages.sqlite", std::ios::binary) << std::string(bytes).replace(at, 4096, 4096, '\0');
    const auto salvage = salvage_cache({.directory = directory.path()}, {});
    BOOST_REQUIRE(salvage.ok());
    BOOST_TEST(salvage->lost.empty(), "byte " << at);
    BOOST_TEST(salvage->pages == many);
    BOOST_TEST(salvage->bodies == many);
  }
}

BOOST_AUTO_TEST_CASE(what_is_captured_meanwhile_is_in_the_new_file) {
  const TemporaryDirectory directory;
  constexpr int many = 300;  // progress is reported every 256 pages
  fill(directory.path(), many);
  int go[2];
  BOOST_REQUIRE(::pipe(go) == 0);
  const pid_t child = ::fork();  // before there is a lock that the child would inherit
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    char byte;
    if (::read(go[0], &byte, 1) != 1) ::_exit(1);
    auto cache = CacheLedger::open({.directory = directory.path()});
    const CapturedPage added = page(1000);
    ::_exit(cache && !CacheCapture(*cache).store(std::span(&added, 1)) ? 0 : 2);
  }
  int told = 0;
  const auto salvage = salvage_cache({.directory = directory.path()}, [&](std::int64_t, std::int64_t) {
    ++told;
    BOOST_TEST(::write(go[1], "x", 1) == 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    int status = 0;
    BOOST_TEST(::waitpid(child, &status, WNOHANG) == 0);  // still waiting
    return true;
  });
  BOOST_REQUIRE(salvage.ok());
  BOOST_TEST(told == 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  BOOST_TEST(status == 0);
  auto cache = CacheLedger::open({.directory = directory.path()});
  BOOST_TEST((*cache->find(page(1000).url)).has_value());
  BOOST_TEST(cache->counts()->back().captured == many + 1);
  BOOST_TEST(CacheRepair(*cache).check()->structure.empty());
}

BOOST_AUTO_TEST_CASE(who_uses_the_cache_is_not_replaced) {
  const TemporaryDirectory directory;
  fill(directory.path());
  const auto first = CacheLock::share(directory.path()), second = CacheLock::share(directory.path());
  BOOST_TEST((first.ok() && second.ok()));
  const auto salvage = salvage_cache({.directory = directory.path()}, {});
  BOOST_REQUIRE(!salvage.ok());
  BOOST_TEST(salvage.error().code == "busy");
  BOOST_TEST(CacheLock::share(directory / "none").ok());  // nothing to lock
}

// Killed between moving the log away and putting the new file in place.
BOOST_AUTO_TEST_CASE(a_salvage_that_was_killed_loses_no_log) {
  const TemporaryDirectory directory;
  fill(directory.path(), 20);
  store_and_die(directory.path(), 20, pages - 20);
  BOOST_TEST(!interrupted_salvage(directory.path()));
  fs::create_directory(directory / "damaged-1");
  fs::create_hard_link(directory / "pages.sqlite", directory / "damaged-1/pages.sqlite");
  BOOST_TEST(!interrupted_salvage(directory.path()));
  fs::rename(directory / "pages.sqlite-wal", directory / "damaged-1/pages.sqlite-wal");
  fs::remove(directory / "pages.sqlite-shm");
  BOOST_TEST(interrupted_salvage(directory.path()).value_or("") == directory / "damaged-1");
  BOOST_TEST(CacheLedger::open({.directory = directory.path()}).error().code == "damaged");
  const auto salvage = salvage_cache({.directory = directory.path()}, {});
  BOOST_REQUIRE(salvage.ok());
  BOOST_TEST(salvage->kept == directory / "damaged-1");
  BOOST_TEST(!interrupted_salvage(directory.path()));
  BOOST_TEST(bodies_in(directory.path()) == pages);
}

BOOST_AUTO_TEST_CASE(what_is_damaged_is_kept) {
  const TemporaryDirectory directory;
  fill(directory.path(), 20);
  store_and_die(directory.path(), 20, pages - 20);
  const std::string file = read_file(directory / "pages.sqlite"), log = read_file(directory / "pages.sqlite-wal");
  BOOST_REQUIRE(!log.empty());
  const auto salvage = salvage_cache({.directory = directory.path()}, {});
  BOOST_REQUIRE(salvage.ok());
  BOOST_TEST(bool(read_file(salvage->kept + "/pages.sqlite") == file));
  BOOST_TEST(bool(read_file(salvage->kept + "/pages.sqlite-wal") == log));
  BOOST_TEST(!fs::exists(directory / "pages.sqlite-wal"));
  BOOST_TEST(salvage->unreadable_bytes == 0);
}

BOOST_AUTO_TEST_CASE(a_damaged_log_that_cannot_be_kept_is_not_dropped) {
  const TemporaryDirectory directory;
  fill(directory.path(), 20);
  store_and_die(directory.path(), 20, 10);
  const std::string file = directory / "pages.sqlite";
  flip(file + "-wal", 200, 3);
  BOOST_REQUIRE(check_log(file).lost > 0);
  fs::create_directory(damaged_log_of(file) + ".new");  // in the way
  const std::string log = read_file(file + "-wal");
  const auto cache = CacheLedger::open({.directory = directory.path()});
  BOOST_REQUIRE(!cache.ok());
  BOOST_TEST(cache.error().message.find("-wal.damaged") != std::string::npos, cache.error().message);
  BOOST_TEST(bool(read_file(file + "-wal") == log));
}

BOOST_AUTO_TEST_CASE(a_url_that_a_bit_made_bytes_of_is_text_again) {
  const TemporaryDirectory directory;
  fill(directory.path());
  SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE page SET url = CAST(url AS BLOB) WHERE id = 27");
  BOOST_TEST(bodies_in(directory.path()) == pages - 1);
  BOOST_TEST(salvage_cache({.directory = directory.path()}, {})->lost.empty());
  BOOST_TEST(bodies_in(directory.path()) == pages);
}

BOOST_AUTO_TEST_CASE(a_version_from_before_what_is_there_is_damage) {
  for (const int version : {0, 1, 4, 5}) {
    const TemporaryDirectory directory;
    fill(directory.path());
    SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE)
        .exec("PRAGMA user_version = " + std::to_string(version));
    for (const bool read_only : {true, false})
      BOOST_TEST(CacheLedger::open({.directory = directory.path(), .read_only = read_only}).error().code == "damaged");
    BOOST_TEST(salvage_cache({.directory = directory.path()}, {}).ok());
    BOOST_TEST(bodies_in(directory.path()) == pages);
  }
}

BOOST_AUTO_TEST_CASE(a_copy_of_what_can_be_read_is_the_same) {
  const TemporaryDirectory directory;
  std::string bytes;
  std::mt19937 random(2);
  while (bytes.size() < (1 << 20) + 5000) bytes += static_cast<char>(random());
  std::ofstream(directory / "file", std::ios::binary) << bytes;
  BOOST_TEST(*copy_readable(directory / "file", directory / "copy") == 0);
  BOOST_TEST(bool(read_file(directory / "copy") == bytes));
  BOOST_TEST(copy_readable(directory / "none", directory / "copy").error().code == "io");
  BOOST_TEST(copy_readable(directory / "file", directory / "none/copy").error().code == "not_writable");
}

BOOST_AUTO_TEST_SUITE_END()
