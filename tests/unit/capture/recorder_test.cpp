#include "plugin/capture/recorder.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <thread>

#include "crawler_adapter/cache/cache_ledger.h"
#include "tests/support/temporary.h"
#include "tests/unit/capture/short_memory.h"

using namespace pith;
using namespace pith::capture;
using namespace std::chrono_literals;
using pith::test::is_spared;
using pith::test::memory_is_short;
using pith::test::TemporaryDirectory;

namespace {

constexpr std::size_t page_weight = 2048;  // the size of a test page in the queue

crawl::CapturedPage page(int number) {
  crawl::CapturedPage p;
  p.url = "http://h.example/" + std::to_string(number);
  p.status = 200;
  p.content_type = "text/html";
  p.fetched = 1'000;
  p.body = std::string(1024, 'x');
  return p;
}

struct Fixture {
  TemporaryDirectory directory;
  RecorderOptions options;

  Fixture() {
    is_spared = true;
    options.cache.directory = directory / "cache";
    options.queue_bytes = 10 * page_weight;
    options.queue_wait = 1h;  // longer than any test: a useless wait would hang
  }
  ~Fixture() { memory_is_short = false; }

  void submit(Recorder& recorder, int first, int count) {
    for (int i = first; i < first + count; ++i) recorder.submit(page(i));
  }
  std::int64_t in_cache() {
    auto cache = crawl::CacheLedger::open_existing(options.cache);
    return cache ? cache->counts()->back().captured : 0;
  }
  // The first message that begins like this.
  std::string wait_for_message(Recorder& recorder, const std::string& begin) {
    while (true) {
      for (std::string& message : recorder.take_messages())
        if (message.starts_with(begin)) return message;
      std::this_thread::sleep_for(1ms);
    }
  }
};

constexpr const char* queue_is_full = "pages are lost: the queue";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(recorder, Fixture)

BOOST_AUTO_TEST_CASE(a_full_queue_waits_while_the_writer_makes_progress) {
  Recorder recorder(options);
  submit(recorder, 0, 300);
  const RecorderCounts counts = recorder.close();
  BOOST_TEST(counts.captured == 300);
  BOOST_TEST(counts.lost == 0);
  BOOST_TEST(recorder.take_messages().empty());
  BOOST_TEST(in_cache() == 300);
}

BOOST_AUTO_TEST_CASE(a_full_queue_does_not_wait_for_a_writer_without_progress) {
  std::ofstream(options.cache.directory) << "a file in the cache's place";
  Recorder recorder(options);
  submit(recorder, 0, 1);
  wait_for_message(recorder, options.cache.directory);
  submit(recorder, 1, 29);  // there is room for 9
  BOOST_TEST(wait_for_message(recorder, queue_is_full).ends_with(" is full"));
  std::filesystem::remove(options.cache.directory);
  const RecorderCounts counts = recorder.close();
  BOOST_TEST(counts.captured == 10);
  BOOST_TEST(counts.lost == 20);
  BOOST_TEST(in_cache() == 10);
}

BOOST_AUTO_TEST_CASE(a_full_queue_waits_no_longer_than_it_may) {
  options.queue_wait = 1ms;
  BOOST_REQUIRE(crawl::CacheLedger::open(options.cache).ok());
  SQLite::Database other(directory / "cache/pages.sqlite", SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");  // the recorder's thread must wait
  Recorder recorder(options);
  submit(recorder, 0, 30);
  wait_for_message(recorder, queue_is_full);
  other.exec("ROLLBACK");
  const RecorderCounts counts = recorder.close();
  BOOST_TEST(counts.captured == 10);
  BOOST_TEST(counts.lost == 20);
}

BOOST_AUTO_TEST_CASE(a_batch_without_enough_memory_is_lost_and_makes_room) {
  memory_is_short = true;
  Recorder recorder(options);
  submit(recorder, 0, 40);  // every ten pages wait until earlier ones have left the queue
  BOOST_TEST(recorder.take_messages().empty());
  const RecorderCounts counts = recorder.close();
  BOOST_TEST(counts.captured == 0);
  BOOST_TEST(counts.lost == 40);
}

BOOST_AUTO_TEST_CASE(pages_after_a_shortage_of_memory_are_captured) {
  Recorder recorder(options);
  memory_is_short = true;
  submit(recorder, 0, 11);  // the last one waits until the first ones are lost
  memory_is_short = false;
  submit(recorder, 11, 100);
  const RecorderCounts counts = recorder.close();
  BOOST_TEST(counts.captured + counts.lost == 111);
  BOOST_TEST(counts.captured >= 100);
  BOOST_TEST(counts.lost >= 1);
  BOOST_TEST(in_cache() == counts.captured);
}

BOOST_AUTO_TEST_SUITE_END()
