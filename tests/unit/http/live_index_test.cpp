// What a running server sees of an index that others write to.
#include "plugin/search/live_index.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "indexer_adapter/lucene/index_error.h"
#include "tests/unit/index/pages.h"

namespace pith::pipeline {
namespace {

namespace fs = std::filesystem;
using index::page_of;
using index::record_of;

struct Fixture {
  index::IndexDirectory directory;
  LiveIndex live{directory.path(), {}};

  Fixture() { add("a"); }

  void add(const std::string& name) const {
    auto writer = index::Writer::open(directory.path(), {});
    BOOST_REQUIRE_MESSAGE(writer.ok(), index::message_of(writer));
    BOOST_REQUIRE(!writer->put(record_of(name), page_of("words")));
    BOOST_REQUIRE(!writer->close());
  }

  LiveIndex::View look() {
    const auto view = live.current();
    BOOST_REQUIRE_MESSAGE(view.ok(), index::message_of(view));
    return *view;
  }

  fs::path file(std::string_view extension) const {
    for (const auto& entry : fs::directory_iterator(directory.path()))
      if (entry.path().filename().string().starts_with('_') && entry.path().extension() == extension)
        return entry.path();
    BOOST_FAIL("no such file of the index: " << extension);
    return {};
  }

  void check_fails(index::IndexError expected) {
    const auto view = live.now();
    BOOST_REQUIRE(!view);
    BOOST_TEST(index::is(view.error(), expected), view.error().code << ": " << view.error().message);
    BOOST_TEST(!live.current().ok());  // not the old view, either
  }

  // The view after its next check.
  LiveIndex::View next_look() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    return look();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(live_index, Fixture)

BOOST_AUTO_TEST_CASE(only_commits_are_reasons_to_open) {
  const LiveIndex::View first = look();
  for (const char* name : {"_9.fdt", "_9.fdx"}) {  // from a writer that has not committed
    std::ofstream(directory / name) << "stored pages";
    BOOST_TEST(next_look().searcher == first.searcher);
  }
  add("b");
  const LiveIndex::View second = next_look();
  BOOST_TEST(second.searcher == first.searcher);  // reopened: remaining segments are not read again
  BOOST_TEST(second.pages == 2u);
  BOOST_TEST(live.reopened() == 1u);
}

BOOST_AUTO_TEST_CASE(an_index_made_anew_with_as_many_commits_is_opened) {
  const LiveIndex::View first = look();
  for (const auto& entry : fs::directory_iterator(directory.path())) fs::remove(entry.path());
  add("other");
  const LiveIndex::View second = next_look();
  BOOST_TEST(second.commit == first.commit);
  BOOST_TEST(second.searcher != first.searcher);
  BOOST_TEST(second.searcher->document(record_of("other").url)->has_value());
}

BOOST_AUTO_TEST_CASE(what_is_distrusted_is_opened_anew_when_that_succeeds) {
  const LiveIndex::View first = look();
  const std::string list = directory / "pith-checksums", kept = directory / "kept";
  fs::rename(list, kept);
  fs::create_directory(list);
  live.distrust(first);
  BOOST_TEST(next_look().searcher == first.searcher);  // for some seconds, better than nothing
  fs::remove(list);
  fs::rename(kept, list);
  BOOST_TEST(next_look().searcher != first.searcher);
}

BOOST_AUTO_TEST_CASE(an_index_that_has_gone_is_missed_at_once) {
  look();
  fs::remove_all(directory.path());
  check_fails(index::IndexError::missing);
  fs::create_directory(directory.path());
  check_fails(index::IndexError::missing);
  add("b");
  BOOST_TEST(live.now()->pages == 1u);
}

BOOST_AUTO_TEST_CASE(a_file_cut_short_is_found_at_once) {
  look();
  const fs::path cut = file(".cfs");
  fs::resize_file(cut, fs::file_size(cut) / 2);
  check_fails(index::IndexError::damaged);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_missing_is_found_at_once) {
  look();
  fs::remove(file(".cfs"));
  check_fails(index::IndexError::damaged);
}

BOOST_AUTO_TEST_CASE(a_file_of_an_older_commit_may_go) {
  const LiveIndex::View first = look();
  std::ofstream(directory / "_9.fdt") << "stored pages";
  BOOST_TEST(live.now()->searcher == first.searcher);
  fs::remove(directory / "_9.fdt");
  BOOST_TEST(live.now()->searcher == first.searcher);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::pipeline
