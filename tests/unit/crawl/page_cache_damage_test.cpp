// Flipped bits in the page cache: nothing crashes, no text is returned that was not stored, and damage is found.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/damaged_log.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
#include "tests/support/temporary.h"
#include "tests/unit/crawl/damaged_cache.h"

using namespace pith;
using namespace pith::crawl;
using namespace pith::crawl::test;
namespace fs = std::filesystem;

namespace {

enum Verdict { same = 0, told = 1, silently_wrong = 2 };

// Reads the cache like extraction does.
int read_as_extraction(const std::string& directory) {
  auto cache = CacheLedger::open({.directory = directory});
  if (!cache) return told;
  const auto state = cache->site_state("example.org");
  const auto counts = cache->counts();
  const auto sample = cache->sample("example.org");
  const auto model = cache->site_model("example.org");
  if (!state || !counts || !sample || !model) return told;
  std::map<std::string, int> numbers;
  for (int i = 0; i < pages; ++i) numbers.emplace(page(i).url, i);
  int verdict = same;
  std::size_t right = 0;
  for (const SitePage& found : state->pages) {
    const auto body = cache->body(found.id);
    if (!body) {
      verdict = told;
      continue;
    }
    const auto number = numbers.find(found.url);
    if (number == numbers.end()) return silently_wrong;
    const CapturedPage wanted = page(number->second);
    if (*body != wanted.body || found.charset != wanted.charset || found.robots != *wanted.robots)
      return silently_wrong;
    if (found.links_known && found.links != std::vector<std::uint64_t>{1, 2, 3}) return silently_wrong;
    if (found.shape && *found.shape != "shape") return silently_wrong;
    ++right;
  }
  for (const SampleSummary& summary : *sample)
    if (!summary.summary.starts_with("summary of https://example.org/page-")) return silently_wrong;
  if (right == pages) return verdict;
  const auto check = CacheRepair(*cache).check();
  return !check || !check->structure.empty() || !check->pages.empty() ? told : silently_wrong;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_cache_damage)

BOOST_AUTO_TEST_CASE(a_seal_finds_every_flipped_bit) {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string("\0\0\0\0\0", 5), std::string(300, 'x')}) {
    std::string bytes = sealed(text);
    BOOST_REQUIRE(unsealed(bytes).has_value());
    BOOST_TEST(*unsealed(bytes) == text);
    for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
      bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ 1 << i % 8);
      BOOST_TEST(!unsealed(bytes).has_value());
      bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ 1 << i % 8);
    }
  }
  BOOST_TEST(!unsealed("").has_value());
  BOOST_TEST(!unsealed("abc").has_value());
}

BOOST_AUTO_TEST_CASE(a_whole_cache_is_found_whole) {
  const pith::test::TemporaryDirectory directory;
  fill(directory.path());
  auto cache = CacheLedger::open({.directory = directory.path()});
  std::int64_t told_of = 0;
  const auto check = CacheRepair(*cache).check([&](std::int64_t done, std::int64_t) {
    told_of = done;
    return true;
  });
  BOOST_REQUIRE(check.ok());
  BOOST_TEST((check->structure.empty() && check->pages.empty() && check->work == 0));
  BOOST_TEST(check->pages_checked == pages);
  BOOST_TEST(check->bodies_checked == pages);
  BOOST_TEST(told_of == pages);
  BOOST_TEST(CacheRepair(*cache).check([](std::int64_t, std::int64_t) { return false; })->stopped);
}

BOOST_AUTO_TEST_CASE(records_of_each_kind_are_told_apart) {
  const pith::test::TemporaryDirectory directory;
  fill(directory.path());
  const auto change = [&](const std::string& sql) {
    SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE).exec(sql);
  };
  change("UPDATE page SET url = 'https://example.org/elsewhere' WHERE id = 1");
  change("UPDATE page SET robots = '' WHERE id = 8");
  change("UPDATE page SET content_type = 'text/htmm' WHERE id = 3");
  change("UPDATE body SET bytes = (SELECT bytes FROM body WHERE page = 5) WHERE page = 4");
  change("DELETE FROM body WHERE page = 6");
  change("UPDATE page SET state = 'maim' WHERE id = 9");
  change("UPDATE page SET links = zeroblob(12) WHERE id = 10");
  change("UPDATE sample SET summary = x'00' WHERE page = 12");
  change("UPDATE site_model SET templates = zeroblob(68) || x'01'");
  auto cache = CacheLedger::open({.directory = directory.path()});
  const auto check = CacheRepair(*cache).check();
  BOOST_REQUIRE(check.ok());
  BOOST_TEST(check->structure.empty());
  BOOST_TEST(check->work == 4);
  std::vector<std::int64_t> ids;
  for (const DamagedPage& damaged : check->pages) ids.push_back(damaged.id);
  BOOST_TEST((ids == std::vector<std::int64_t>{1, 3, 4, 6, 8}));
  for (const std::int64_t id : {1, 3, 4, 6, 8}) BOOST_TEST((!cache->body(id).ok() || id == 4));

  BOOST_TEST(*CacheRepair(*cache).give_up(ids) == 5);
  for (const std::int64_t id : {1, 3, 8}) BOOST_TEST(cache->body(id).ok());  // the record was wrong, the body is right
  for (const std::int64_t id : {4, 6}) BOOST_TEST(cache->body(id).error().code == "no_body");
  BOOST_TEST(cache->site_state("example.org")->pages.size() == pages - 5);  // but nothing is extracted from them
  check_ok(CacheRepair(*cache).drop_damaged_work());
  const auto again = CacheRepair(*cache).check();
  BOOST_TEST((again->pages.empty() && again->work == 0));
  BOOST_TEST(cache->counts()->back().skipped == 5);
  BOOST_TEST(cache->counts()->back().pending == pages - 5);
  // The next crawl restores the page, although its bytes are the same.
  const CapturedPage recaptured = page(2);
  check_ok(CacheCapture(*cache).store(std::span(&recaptured, 1)));
  BOOST_TEST(((**cache->find(recaptured.url)).state == PageState::pending));
  BOOST_TEST(*cache->body(3) == recaptured.body);
}

BOOST_AUTO_TEST_CASE(documents_of_damaged_bodies_stay_in_the_index) {
  const pith::test::TemporaryDirectory directory;
  fill(directory.path());
  auto cache = CacheLedger::open({.directory = directory.path()});
  Outcome outcome;
  outcome.page = 5;
  outcome.digest = (**cache->find(page(4).url)).digest;
  outcome.charset = "utf-8";
  outcome.state = PageState::main;
  outcome.in_index = true;
  check_ok(cache->record(std::span(&outcome, 1)));
  SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE body SET bytes = zeroblob(20) WHERE page IN (5, 6)");
  const std::vector<std::int64_t> both = {5, 6};
  BOOST_TEST(*CacheRepair(*cache).give_up(both) == 1);
  BOOST_TEST(((**cache->find(page(4).url)).state == PageState::main));
  BOOST_TEST((**cache->find(page(4).url)).stored == 0);
  BOOST_TEST(((**cache->find(page(5).url)).reason == PageReason::damaged_body));
}

// Flips bits in a closed cache: a quarter of the places, or with PITH_FULL all. Afterwards, readable data is saved and
// the rest is named.
BOOST_AUTO_TEST_CASE(no_flipped_bit_crashes_or_passes_for_text) {
  const pith::test::TemporaryDirectory original;
  fill(original.path());
  const auto size = fs::file_size(original / "pages.sqlite");
  std::mt19937 random(5);
  std::vector<std::uintmax_t> places;
  const bool full = std::getenv("PITH_FULL") != nullptr;
  for (std::uintmax_t at = 0; at < 100; at += full ? 1 : 4) places.push_back(at);  // the header
  for (int i = 0; i < (full ? 500 : 125); ++i) places.push_back(random() % size);
  int silent = 0, told_of = 0, unreadable = 0;
  std::int64_t lost = 0;
  for (const std::uintmax_t at : places) {
    const pith::test::TemporaryDirectory directory;
    const std::string file = directory / "pages.sqlite";
    const int bit = static_cast<int>(random() % 8);
    const std::string place = std::to_string(at) + "." + std::to_string(bit);
    fs::copy_file(original / "pages.sqlite", file);
    flip(file, at, bit);
    const int verdict = code_of_child([&] { return read_as_extraction(directory.path()); });
    BOOST_TEST((verdict == same || verdict == told), "byte " << place << ": " << verdict);
    (verdict == same ? silent : told_of)++;
    const int saved = code_of_child([&] {
      const auto salvage = salvage_cache({.directory = directory.path()}, {});
      if (!salvage) return salvage.error().code == "unreadable" || salvage.error().code == "damaged" ? 100 : 101;
      auto cache = CacheLedger::open({.directory = directory.path()});
      if (!cache) return 102;
      const auto check = CacheRepair(*cache).check();
      if (!check || !check->structure.empty() || !check->pages.empty() || check->work != 0) return 103;
      std::int64_t right = 0;
      for (int i = 0; i < pages; ++i) {
        const auto row = cache->find(page(i).url);
        if (!row || !*row || (*row)->stored == 0) continue;
        if (*cache->body((*row)->id) != page(i).body) return 104;
        ++right;
      }
      if (right + static_cast<std::int64_t>(salvage->lost.size()) < pages) return 105;
      if (cache->counts()->back().captured < pages && salvage->lost.empty()) return 106;
      return static_cast<int>(pages - right);
    });
    BOOST_TEST(saved <= 100, "byte " << place << ": " << saved);
    if (saved == 100)
      ++unreadable;
    else
      lost += saved;
    if (saved == 100) BOOST_TEST_MESSAGE("nothing is readable after a flip of " << place);
  }
  BOOST_TEST_MESSAGE(places.size() << " flips: " << silent << " without consequence, " << told_of << " told, "
                                   << unreadable << " of the list of tables; else " << lost << " pages lost");
  const auto tried = static_cast<int>(places.size());
  BOOST_TEST(told_of > tried / 6);
  BOOST_TEST(unreadable < tried / 60);
  BOOST_TEST(lost < 4 * tried);
}

BOOST_AUTO_TEST_CASE(each_finding_is_one_line) {
  const pith::test::TemporaryDirectory original;
  fill(original.path());
  int lines = 0;
  for (std::uintmax_t page = 1; page < fs::file_size(original / "pages.sqlite") / 4096; ++page) {
    const pith::test::TemporaryDirectory directory;
    fs::copy_file(original / "pages.sqlite", directory / "pages.sqlite");
    flip(directory / "pages.sqlite", page * 4096 + 4, 2);  // the number of cells in a page of the tree
    auto cache = CacheLedger::open({.directory = directory.path()});
    if (!cache) continue;
    const auto check = CacheRepair(*cache).check();
    BOOST_REQUIRE(check.ok());
    for (const std::string& line : check->structure) {
      BOOST_TEST(line.find('\n') == std::string::npos, line);
      ++lines;
    }
  }
  BOOST_TEST(lines > 10);
}

BOOST_AUTO_TEST_CASE(nothing_is_salvaged_under_the_feet_of_others) {
  const pith::test::TemporaryDirectory directory;
  fill(directory.path());
  auto cache = CacheLedger::open({.directory = directory.path()});
  BOOST_REQUIRE(cache->counts().ok());
  const auto salvage = salvage_cache({.directory = directory.path()}, {});
  BOOST_REQUIRE(!salvage.ok());
  BOOST_TEST(salvage.error().code == "busy");
}

// The log of a killed process: half of the places, or with PITH_FULL all.
BOOST_AUTO_TEST_CASE(a_flipped_bit_in_the_log_is_told) {
  const pith::test::TemporaryDirectory original;
  fill(original.path());
  constexpr int more = 12;
  BOOST_REQUIRE(code_of_child([&] {
                  auto cache = CacheLedger::open({.directory = original.path()});
                  for (int i = 0; i < more; ++i) {
                    const CapturedPage added = page(pages + i);
                    if (CacheCapture(*cache).store(std::span(&added, 1))) return 1;
                  }
                  ::_exit(0);  // without closing
                }) == 0);
  const std::string log = original / "pages.sqlite-wal";
  const auto size = fs::file_size(log);
  BOOST_REQUIRE(size > 32u);
  BOOST_TEST(check_log(original / "pages.sqlite").transactions == more);
  BOOST_TEST(check_log(original / "pages.sqlite").lost == 0);
  std::mt19937 random(9);
  std::vector<std::uintmax_t> places;
  const bool full = std::getenv("PITH_FULL") != nullptr;
  for (std::uintmax_t at = 0; at < 32 + 24; at += full ? 1 : 2) places.push_back(at);
  for (int i = 0; i < (full ? 200 : 50); ++i) places.push_back(random() % size);
  for (const std::uintmax_t at : places) {
    const pith::test::TemporaryDirectory directory;
    const std::string file = directory / "pages.sqlite";
    for (const char* tail : {"", "-wal"}) fs::copy_file(original / ("pages.sqlite" + std::string(tail)), file + tail);
    flip(file + "-wal", at, static_cast<int>(random() % 8));
    const LogCheck check = check_log(file);
    const int code = code_of_child([&] {
      auto cache = CacheLedger::open({.directory = directory.path()});
      if (!cache) return 100;
      const auto counts = cache->counts();
      if (!counts) return 101;
      return static_cast<int>(counts->back().captured) - pages;
    });
    BOOST_TEST(code <= more, "byte " << at << ": " << code);
    if (code == more) continue;  // a flip in the version, or in bytes that nobody reads
    BOOST_TEST((check.lost > 0 || check.ends_in_the_middle), "byte " << at << ": " << more - code << " lost");
    if (check.lost == 0) BOOST_TEST(code == more - 1, "byte " << at);
    BOOST_TEST(fs::exists(damaged_log_of(file)) == (check.lost > 0), "byte " << at);
  }
}

BOOST_AUTO_TEST_CASE(a_log_in_use_is_no_damaged_one) {
  const pith::test::TemporaryDirectory directory;
  fill(directory.path());
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    auto cache = CacheLedger::open({.directory = directory.path()});
    for (int i = 0;; ++i) {
      std::vector<CapturedPage> batch;
      for (int n = 0; n < 20; ++n) batch.push_back(page(i * 20 + n, 400));
      if (CacheCapture(*cache).store(batch)) ::_exit(1);
    }
  }
  for (int looks = 0; looks < 200; ++looks) BOOST_TEST(check_log(directory / "pages.sqlite").lost == 0);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  BOOST_TEST(check_log(directory / "pages.sqlite").lost == 0);
}

BOOST_AUTO_TEST_SUITE_END()
