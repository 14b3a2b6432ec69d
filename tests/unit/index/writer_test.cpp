#include "indexer_adapter/documents/writer.h"

#include <array>
#include <boost/test/unit_test.hpp>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "pages.h"

namespace pith::index {
namespace {

using Names = std::vector<std::string>;

Writer open_writer(const std::string& path) {
  auto writer = Writer::open(path, {});
  BOOST_REQUIRE_MESSAGE(writer.ok(), message_of(writer));
  return std::move(*writer);
}

std::string open_error(const std::string& path) {
  const auto writer = Writer::open(path, {});
  return writer ? "ok" : writer.error().code;
}

std::string search_error(const std::string& path) {
  const auto searcher = Searcher::open(path, as_written);
  return searcher ? "ok" : searcher.error().code;
}

std::filesystem::path segments_file(const std::string& path) {
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (entry.path().filename().string().starts_with("segments_")) return entry.path();
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(writer)

BOOST_AUTO_TEST_CASE(an_opened_index_is_empty_and_searchable) {
  const IndexDirectory directory;
  BOOST_TEST(search_error(directory.path()) == "index_missing");
  BOOST_TEST(search_error(directory.path() + "/none") == "index_missing");
  const Writer writer = open_writer(directory.path() + "/deep/er");
  auto searcher = Searcher::open(directory.path() + "/deep/er", as_written);
  BOOST_REQUIRE(searcher.ok());
  BOOST_TEST(*searcher->count() == 0u);
  BOOST_TEST((found(*searcher, "anything") == Names{}));
}

BOOST_AUTO_TEST_CASE(nothing_is_visible_before_the_commit) {
  const IndexDirectory directory;
  Writer writer = open_writer(directory.path());
  Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST(!writer.put(record_of("a"), page_of("first words")).has_value());
  BOOST_TEST(*searcher.reopen_if_changed() == false);
  BOOST_TEST((found(searcher, "first") == Names{}));
  BOOST_TEST(!writer.commit().has_value());
  BOOST_TEST((found(searcher, "first") == Names{}));
  BOOST_TEST(*searcher.reopen_if_changed() == true);
  BOOST_TEST((found(searcher, "first") == Names{"a"}));
  BOOST_TEST(*searcher.reopen_if_changed() == false);
}

BOOST_AUTO_TEST_CASE(a_page_put_again_replaces_itself) {
  const IndexDirectory directory;
  Writer writer = open_writer(directory.path());
  for (const char* text : {"first words", "second words", "third words"}) {
    BOOST_TEST(!writer.put(record_of("a"), page_of(text)).has_value());
    BOOST_TEST(!writer.put(record_of("b"), page_of("other words")).has_value());
    if (std::string_view(text) == "second words") BOOST_TEST(!writer.commit().has_value());
  }
  BOOST_TEST(!writer.close().has_value());
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST(*searcher.count() == 2u);
  BOOST_TEST((found(searcher, "words") == Names{"a", "b"}));
  BOOST_TEST((found(searcher, "third") == Names{"a"}));
  BOOST_TEST((found(searcher, "first OR second") == Names{}));
}

BOOST_AUTO_TEST_CASE(pages_are_removed_and_skipped_pages_leave) {
  const IndexDirectory directory;
  Writer writer = open_writer(directory.path());
  for (const char* name : {"a", "b", "c"}) BOOST_TEST(!writer.put(record_of(name), page_of("words")).has_value());
  BOOST_TEST(!writer.commit().has_value());
  BOOST_TEST(!writer.remove(record_of("a").url).has_value());
  BOOST_TEST(!writer.remove("https://example.org/never-there").has_value());
  ExtractedPage skipped;
  skipped.reason = "empty";
  BOOST_TEST(!writer.put(record_of("b"), skipped).has_value());
  BOOST_TEST(!writer.close().has_value());
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST((found(searcher, "words") == Names{"c"}));
}

// While another thread writes.
BOOST_AUTO_TEST_CASE(pages_are_prepared_by_several_threads) {
  const IndexDirectory directory;
  Writer writer = open_writer(directory.path());
  constexpr int threads = 3, pages = 40;
  std::mutex mutex;
  std::condition_variable more;
  std::deque<PreparedPage> prepared;
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      const char* language = std::array{"en", "de", "ru"}[static_cast<std::size_t>(t)];
      for (int i = 0; i < pages; ++i) {
        const std::string name = std::to_string(t) + "x" + std::to_string(i);
        auto page = writer.prepare(record_of(name), page_of("running words of n" + name, language));
        const std::lock_guard lock(mutex);
        if (page) prepared.push_back(*std::move(page));
        more.notify_one();
      }
    });
  for (int i = 0; i < threads * pages; ++i) {
    std::unique_lock lock(mutex);
    more.wait(lock, [&] { return !prepared.empty(); });
    PreparedPage page = std::move(prepared.front());
    prepared.pop_front();
    lock.unlock();
    BOOST_TEST(!writer.put(std::move(page)).has_value());
  }
  for (std::thread& worker : workers) worker.join();
  BOOST_TEST(!writer.close().has_value());
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST(*searcher.count() == static_cast<std::size_t>(threads * pages));
  BOOST_TEST((found(searcher, "n0x7") == Names{"0x7"}));
  BOOST_TEST((found(searcher, "n2x39") == Names{"2x39"}));
}

BOOST_AUTO_TEST_CASE(a_prepared_page_replaces_or_leaves_when_it_is_put) {
  const IndexDirectory directory;
  Writer writer = open_writer(directory.path());
  auto first = writer.prepare(record_of("a"), page_of("first words"));
  BOOST_TEST(!writer.put(record_of("a"), page_of("second words")).has_value());
  BOOST_TEST(!writer.put(*std::move(first)).has_value());
  BOOST_TEST(!writer.put(record_of("b"), page_of("words")).has_value());
  ExtractedPage skipped;
  skipped.reason = "empty";
  BOOST_TEST(!writer.put(*writer.prepare(record_of("b"), skipped)).has_value());
  BOOST_TEST(!writer.close().has_value());
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST((found(searcher, "words") == Names{"a"}));
  BOOST_TEST((found(searcher, "first") == Names{"a"}));
}

BOOST_AUTO_TEST_CASE(bad_urls_and_closed_writers_give_errors) {
  const IndexDirectory directory;
  Writer writer = open_writer(directory.path());
  PageRecord record;
  BOOST_TEST(writer.put(record, page_of("words"))->code == "bad_url");
  record.url = "https://example.org/" + std::string(max_url_bytes, 'x');
  BOOST_TEST(writer.put(record, page_of("words"))->code == "bad_url");
  record.url.resize(max_url_bytes);
  for (int i = 0; i < 2; ++i) BOOST_TEST(!writer.put(record, page_of("words")).has_value());
  BOOST_TEST(!writer.close().has_value());
  BOOST_TEST(writer.put(record, page_of("words"))->code == "index_write");
  BOOST_TEST(writer.commit()->code == "index_write");
  BOOST_TEST(writer.close()->code == "index_write");
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST(*searcher.count() == 1u);
}

BOOST_AUTO_TEST_CASE(a_writer_that_is_dropped_commits_nothing) {
  const IndexDirectory directory;
  {
    Writer writer = open_writer(directory.path());
    BOOST_TEST(!writer.put(record_of("a"), page_of("words")).has_value());
    Writer moved = std::move(writer);
  }
  BOOST_TEST(*Searcher::open(directory.path(), as_written)->count() == 0u);
  BOOST_TEST(open_error(directory.path()) == "ok");
}

BOOST_AUTO_TEST_CASE(one_writer_at_a_time) {
  const IndexDirectory directory;
  {
    const Writer writer = open_writer(directory.path());
    BOOST_TEST(open_error(directory.path()) == "index_locked");
  }
  Writer again = open_writer(directory.path());
  BOOST_TEST(!again.close().has_value());
  BOOST_TEST(open_error(directory.path()) == "ok");
}

BOOST_AUTO_TEST_CASE(paths_that_cannot_be_written) {
  const IndexDirectory directory;
  std::ofstream(directory.path() + "/file") << "not a directory";
  BOOST_TEST(open_error(directory.path() + "/file") == "index_unwritable");
  BOOST_TEST(open_error(directory.path() + "/file/index") == "index_unwritable");
  BOOST_TEST(open_error("/proc/pith-index") == "index_unwritable");
  BOOST_TEST(open_error("") == "index_unwritable");
  BOOST_TEST(open_error(directory.path() + "/\xff") == "index_unwritable");
  BOOST_TEST(open_error(directory.path() + "/ordner-ü/索引") == "ok");
  BOOST_TEST(search_error(directory.path() + "/ordner-ü/索引") == "ok");
}

BOOST_AUTO_TEST_CASE(damage_is_reported) {
  const IndexDirectory directory;
  index_of(directory.path(), {{record_of("a"), page_of("words")}});
  const auto file = segments_file(directory.path());
  std::string bytes;
  {
    std::ifstream in(file, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto with = [&](const std::string& content) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
    const std::string code = search_error(directory.path());
    BOOST_TEST(open_error(directory.path()) == code);
    return code;
  };
  for (std::size_t i = 4; i < bytes.size(); i += 9) {
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
    if (with(flipped) != "index_damaged") BOOST_ERROR("byte " << i << " flipped was not noticed");
  }
  BOOST_TEST(with("") == "index_damaged");
  BOOST_TEST(with(bytes.substr(0, 20)) == "index_damaged");
  BOOST_TEST(with("\x3f\xd7\x6c\x17 Lucene 4 and later") == "index_version");
  BOOST_TEST(with(bytes) == "ok");
}

BOOST_AUTO_TEST_CASE(a_half_written_commit_is_dropped) {
  const IndexDirectory directory;
  index_of(directory.path(), {{record_of("a"), page_of("words")}});
  std::string next = segments_file(directory.path()).string();
  ++next.back();  // the generation, in base 36
  std::ofstream(next, std::ios::binary) << "\xff\xff\xff\xf7 half a";
  BOOST_TEST(search_error(directory.path()) == "ok");
  BOOST_TEST(open_error(directory.path()) == "ok");
  BOOST_TEST(!std::filesystem::exists(next));
  BOOST_TEST(*Searcher::open(directory.path(), as_written)->count() == 1u);
}

// An indexer was killed while it created the index, and the next one could not open it.
BOOST_AUTO_TEST_CASE(a_half_written_first_commit_is_no_index_yet) {
  for (const char* half : {"", "\xff\xff\xff\xf7", "\xff\xff\xff\xf7 half a commit"}) {
    const IndexDirectory directory;
    std::filesystem::create_directories(directory.path());
    std::ofstream(std::filesystem::path(directory.path()) / "segments_1", std::ios::binary) << half;
    BOOST_TEST(search_error(directory.path()) == "index_missing");
    index_of(directory.path(), {{record_of("a"), page_of("words")}});
    BOOST_TEST(*Searcher::open(directory.path(), as_written)->count() == 1u);
  }
  // A completed commit makes it an index, and damage to it is reported.
  const IndexDirectory directory;
  BOOST_TEST(open_error(directory.path()) == "ok");
  std::ofstream(std::filesystem::path(directory.path()) / "segments_1", std::ios::binary | std::ios::trunc) << "half";
  BOOST_TEST(search_error(directory.path()) == "index_damaged");
  BOOST_TEST(open_error(directory.path()) == "index_damaged");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
