// Bodies packed with what the pages of their site have in common.
#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/detail/body_codec.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::crawl;

namespace {

// Text that does not compress, different for each seed.
std::string noise(unsigned seed, std::size_t bytes) {
  std::mt19937 random(seed);
  std::string out;
  while (out.size() < bytes) out += static_cast<char>('!' + random() % 90);
  return out;
}

// A page of 4 kB of template and 200 bytes of its own.
CapturedPage page_of(const std::string& host, int number, unsigned design = 0) {
  CapturedPage page;
  page.url = "https://" + host + "/" + std::to_string(number);
  page.status = 200;
  page.content_type = "text/html";
  page.fetched = 1000 + number;
  page.body = noise(1000 + design, 4096) + noise(static_cast<unsigned>(number), 200);
  return page;
}

struct Cache {
  explicit Cache(CacheOptions wanted = {}) : options(std::move(wanted)) { options.directory = directory.path(); }

  CacheLedger open() const {
    auto cache = CacheLedger::open(options);
    BOOST_REQUIRE_MESSAGE(cache.ok(), (cache.ok() ? "" : cache.error().message));
    return *std::move(cache);
  }
  std::int64_t number(const std::string& sql) const {
    return SQLite::Database(directory / "pages.sqlite").execAndGet(sql).getInt64();
  }
  void change(const std::string& sql) const {
    SQLite::Database(directory / "pages.sqlite", SQLite::OPEN_READWRITE).exec(sql);
  }
  std::int64_t dictionaries() const { return number("SELECT count(*) FROM dictionary"); }
  std::int64_t packed_bytes() const { return number("SELECT sum(length(bytes)) FROM body"); }

  test::TemporaryDirectory directory;
  CacheOptions options;
};

void store(CacheLedger& cache, const CapturedPage& page) {
  const auto error = CacheCapture(cache).store(std::span(&page, 1));
  BOOST_REQUIRE_MESSAGE(!error, (error ? error->message : ""));
}

bool is_whole(CacheLedger& cache, const CapturedPage& page) {
  const auto row = cache.find(page.url);
  BOOST_REQUIRE((row.ok() && *row));
  const auto body = cache.body((*row)->id);
  return body && *body == page.body;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_cache_dictionary)

BOOST_AUTO_TEST_CASE(what_pages_have_in_common_is_stored_once) {
  const Cache files;
  auto cache = files.open();
  for (int i = 0; i < 4; ++i) store(cache, page_of("a.example", i));
  BOOST_TEST(files.dictionaries() == 0);
  const std::int64_t four = files.packed_bytes();
  for (int i = 4; i < 40; ++i) store(cache, page_of("a.example", i));
  for (int i = 0; i < 4; ++i) store(cache, page_of("b.example", i));
  BOOST_TEST(files.dictionaries() == 1);
  BOOST_TEST(files.packed_bytes() < 2 * four + 36 * 400);
  auto other = files.open();
  for (int i = 0; i < 40; ++i) {
    BOOST_TEST(is_whole(cache, page_of("a.example", i)));
    BOOST_TEST(is_whole(other, page_of("a.example", i)));
  }
  const auto check = CacheRepair(cache).check();
  BOOST_TEST((check->structure.empty() && check->pages.empty() && check->work == 0));
  // The bounds know of all that is stored.
  BOOST_TEST(files.number("SELECT sum(stored) FROM site") ==
             files.packed_bytes() + files.number("SELECT 2 * sum(length(bytes)) FROM dictionary"));
}

BOOST_AUTO_TEST_CASE(many_sites_in_turn) {
  const Cache files;
  auto cache = files.open();
  const auto host = [](int site) { return "s" + std::to_string(site) + ".example"; };
  for (int i = 0; i < 8; ++i)
    for (int site = 0; site < 20; ++site) store(cache, page_of(host(site), i, static_cast<unsigned>(site)));
  BOOST_TEST(files.dictionaries() == 20);
  for (int i = 0; i < 8; ++i)
    for (int site = 0; site < 20; ++site)
      BOOST_TEST(is_whole(cache, page_of(host(site), i, static_cast<unsigned>(site))));
}

BOOST_AUTO_TEST_CASE(the_last_body_takes_it_along) {
  const Cache files({.directory = {}, .site_max_pages = 3});
  auto cache = files.open();
  for (int i = 0; i < 8; ++i) store(cache, page_of("a.example", i));
  BOOST_TEST(files.dictionaries() == 1);
  files.change("UPDATE page SET state = 'main' WHERE id <= 4");
  BOOST_REQUIRE(CacheCapture(cache).evict().ok());
  BOOST_TEST(files.dictionaries() == 1);
  files.change("UPDATE page SET state = 'main'");
  files.change("DELETE FROM body WHERE page <= 7");
  BOOST_TEST(files.dictionaries() == 1);
  files.change("DELETE FROM body");
  BOOST_TEST(files.dictionaries() == 0);
}

// What a connection remembers is not what another one has begun since.
BOOST_AUTO_TEST_CASE(two_connections_agree) {
  const Cache files;
  auto first = files.open(), second = files.open();
  for (int i = 0; i < 8; ++i) store(first, page_of("a.example", i));
  files.change("DELETE FROM body WHERE page >= 5");
  files.change("DELETE FROM body_size WHERE page >= 5");
  BOOST_TEST(files.dictionaries() == 0);
  for (int i = 10; i < 14; ++i) store(second, page_of("a.example", i, 1));
  BOOST_TEST(files.dictionaries() == 1);
  for (int i = 20; i < 24; ++i) store(first, page_of("a.example", i));
  BOOST_TEST(files.dictionaries() == 1);
  for (auto* cache : {&first, &second}) {
    for (int i = 10; i < 14; ++i) BOOST_TEST(is_whole(*cache, page_of("a.example", i, 1)));
    for (int i = 20; i < 24; ++i) BOOST_TEST(is_whole(*cache, page_of("a.example", i)));
  }
}

BOOST_AUTO_TEST_CASE(a_redesigned_site_begins_a_new_one) {
  const Cache files;
  auto cache = files.open();
  for (int i = 0; i < 10; ++i) store(cache, page_of("a.example", i));
  for (int i = 100; i < 200; ++i) store(cache, page_of("a.example", i, 1));
  BOOST_TEST(files.dictionaries() == 2);
  BOOST_TEST(files.number("SELECT length(bytes) FROM body ORDER BY page DESC LIMIT 1") < 400);
  for (int i = 0; i < 10; ++i) BOOST_TEST(is_whole(cache, page_of("a.example", i)));
  for (int i = 100; i < 200; ++i) BOOST_TEST(is_whole(cache, page_of("a.example", i, 1)));
}

BOOST_AUTO_TEST_CASE(damage_to_a_copy_costs_nothing) {
  for (const char* damaged : {"dictionary", "dictionary_copy"}) {
    const Cache files;
    {
      auto cache = files.open();
      for (int i = 0; i < 10; ++i) store(cache, page_of("a.example", i));
    }
    files.change(std::string("UPDATE ") + damaged + " SET bytes = zeroblob(100)");
    auto cache = files.open();
    for (int i = 0; i < 10; ++i) BOOST_TEST(is_whole(cache, page_of("a.example", i)));
    BOOST_TEST(CacheRepair(cache).check()->work == 1);
    BOOST_REQUIRE(!CacheRepair(cache).drop_damaged_work());
    BOOST_TEST(CacheRepair(cache).check()->work == 0);
    BOOST_TEST(files.number("SELECT dictionary.bytes = dictionary_copy.bytes FROM dictionary JOIN dictionary_copy ON "
                            "dictionary = id") == 1);
    BOOST_TEST(CacheRepair(cache).check()->pages.empty());
  }
}

BOOST_AUTO_TEST_CASE(damage_to_both_is_told_and_the_pages_come_back) {
  const Cache files;
  {
    auto cache = files.open();
    for (int i = 0; i < 10; ++i) store(cache, page_of("a.example", i));
  }
  files.change("UPDATE dictionary SET bytes = zeroblob(100); UPDATE dictionary_copy SET bytes = zeroblob(100)");
  auto cache = files.open();
  for (int i = 0; i < 4; ++i) BOOST_TEST(is_whole(cache, page_of("a.example", i)));
  for (std::int64_t page = 5; page <= 10; ++page) BOOST_TEST(cache.body(page).error().code == "damaged_body");
  store(cache, page_of("a.example", 10));  // a dictionary that cannot be read gets a successor
  BOOST_TEST(is_whole(cache, page_of("a.example", 10)));
  const auto check = CacheRepair(cache).check();
  std::vector<std::int64_t> lost;
  for (const DamagedPage& page : check->pages) lost.push_back(page.id);
  BOOST_TEST(lost == (std::vector<std::int64_t>{5, 6, 7, 8, 9, 10}), boost::test_tools::per_element());
  BOOST_TEST(*CacheRepair(cache).give_up(lost) == 6);
  BOOST_TEST(files.dictionaries() == 1);
  for (int i = 4; i < 10; ++i) store(cache, page_of("a.example", i));
  for (int i = 0; i < 11; ++i) BOOST_TEST(is_whole(cache, page_of("a.example", i)));
  BOOST_TEST(CacheRepair(cache).check()->pages.empty());
}

BOOST_AUTO_TEST_CASE(a_salvaged_cache_has_what_its_bodies_need) {
  const Cache files;
  {
    auto cache = files.open();
    for (int i = 0; i < 10; ++i) store(cache, page_of("a.example", i));
    for (std::int64_t run = 1; run <= 2; ++run) BOOST_TEST(*CacheCapture(cache).begin_run("c") == run);
  }
  files.change("UPDATE dictionary SET bytes = zeroblob(100)");
  const auto salvage = salvage_cache(files.options, {});
  BOOST_REQUIRE(salvage.ok());
  BOOST_TEST(salvage->lost.empty());
  BOOST_TEST(salvage->bodies == 10);
  auto cache = files.open();
  for (int i = 0; i < 10; ++i) BOOST_TEST(is_whole(cache, page_of("a.example", i)));
  for (int i = 10; i < 20; ++i) store(cache, page_of("a.example", i));
  for (int i = 0; i < 20; ++i) BOOST_TEST(is_whole(cache, page_of("a.example", i)));
  BOOST_TEST(files.dictionaries() == 2);
  BOOST_TEST(files.number("SELECT count(*) FROM dictionary JOIN dictionary_copy ON dictionary = id WHERE "
                          "dictionary.bytes = dictionary_copy.bytes") == 2);
  BOOST_TEST(*CacheCapture(cache).begin_run("c") == 3);
}

BOOST_AUTO_TEST_CASE(another_idea_of_a_site_begins_new_ones) {
  Cache files({.directory = {}, .site_mode = SiteMode::host});
  {
    auto cache = files.open();
    for (int i = 0; i < 8; ++i) store(cache, page_of("a.example.org", i));
    for (int i = 0; i < 8; ++i) store(cache, page_of("b.example.org", i, 1));
  }
  files.options.site_mode = SiteMode::domain;
  auto cache = files.open();
  for (int i = 8; i < 16; ++i) store(cache, page_of("a.example.org", i));
  BOOST_TEST(files.dictionaries() == 3);
  for (int i = 0; i < 16; ++i) BOOST_TEST(is_whole(cache, page_of("a.example.org", i)));
  for (int i = 0; i < 8; ++i) BOOST_TEST(is_whole(cache, page_of("b.example.org", i, 1)));
}

BOOST_AUTO_TEST_CASE(any_text_is_a_dictionary) {
  const std::string mark = "\x37\xA4\x30\xEC";  // of a dictionary of zstd's own form
  for (const std::string& text :
       {std::string(), std::string("a"), mark, mark + noise(1, 100), mark + mark, noise(2, 200 << 10)}) {
    BodyDictionary dictionary(text);
    BOOST_TEST(dictionary.text().size() <= BodyDictionary::max_bytes);
    for (const std::string& body : {std::string(), text, "before" + text, noise(3, 5000)}) {
      const std::string packed = compress_body(body, &dictionary);
      const auto back = decompress_body(packed, body.size(), &dictionary);
      BOOST_REQUIRE(back.ok());
      BOOST_TEST(*back == body);
    }
  }
  BodyDictionary right(noise(1, 4096)), wrong(noise(2, 4096));
  const std::string packed = compress_body(noise(1, 4096) + "end", &right);
  BOOST_TEST(decompress_body(packed, 5000, &wrong).error().code == "damaged_body");
  BOOST_TEST(decompress_body(packed, 5000).error().code == "damaged_body");
}

BOOST_AUTO_TEST_SUITE_END()
