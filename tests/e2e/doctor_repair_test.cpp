// What `pith doctor --repair` must not lose, and what it says about losses.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "indexer_adapter/lucene/index_files.h"
#include "tests/e2e/damaged_project.h"
#include "tests/e2e/faults.h"

using namespace pith::test;
namespace fs = std::filesystem;

namespace {

constexpr int bodies = 5;

// Makes the index the only place that has the text of most pages.
struct Evicted : Copy {
  Evicted() {
    project.must({"--set", "cache.site_max_pages=" + std::to_string(bodies), "cache", "prune"});
    BOOST_REQUIRE(doctor(0).at("checked").at("bodies") == bodies);
  }
};

std::set<std::string> urls_of(const nlohmann::json& lost) {
  std::set<std::string> urls;
  for (const auto& page : lost) urls.insert(page.at("url").get<std::string>());
  return urls;
}

// A list of tables that SQLite cannot use.
void damage_structure(const Copy& copy) { flip_text(copy.cache(), "CREATE INDEX page_site"); }

// Makes a record unreadable, and whatever else names its page.
void damage_record(const Copy& copy, const std::string& url) {
  constexpr std::size_t block = 4096, record_head = 40;
  constexpr char index_leaf = 10;
  std::string bytes = read_file(copy.cache());
  for (std::size_t at = 0; (at = bytes.find(url, at)) != std::string::npos; ++at) {
    const std::size_t begin = at / block * block;
    if (bytes[begin] == index_leaf)
      bytes.replace(begin, block, block, '\0');
    else
      bytes.replace(at - record_head, record_head + url.size(), record_head + url.size(), '\xff');
  }
  write_file(copy.cache(), bytes);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(doctor_repair)

BOOST_AUTO_TEST_CASE(a_missing_cache_costs_the_index_nothing) {
  for (const bool empty : {true, false}) {
    const Copy copy;
    if (empty)
      fs::resize_file(copy.cache(), 0);
    else
      fs::remove_all(copy.cache(""));
    const auto found = copy.doctor(1).at("found");
    BOOST_TEST(found[0].at("where").get<std::string>().find("pages.sqlite") != std::string::npos);
    BOOST_TEST(found[0].at("what").get<std::string>().find("15 documents") != std::string::npos);
    const auto report = copy.doctor(2, {"--repair"});
    BOOST_TEST(report.at("error").get<std::string>().find("cache.path") != std::string::npos);
    BOOST_TEST(report.at("lost").empty());
    check_same_index(copy.project.index(), crawled().index);
  }
}

BOOST_AUTO_TEST_CASE(an_index_whose_name_is_damaged_keeps_its_documents) {
  const std::string plain(32, read_file(crawled().project / "pith-data/index/pith-index-id")[0] == 'a' ? 'b' : 'a');
  for (int way = 0; way < 9; ++way) {
    const Evicted copy;
    const std::string file = copy.index("pith-index-id");
    if (way < 4)
      flip(file, static_cast<std::uintmax_t>(way * 12), way);
    else if (way == 4)
      fs::remove(file);
    else if (way == 5)
      write_file(file, "");
    else if (way == 6)  // as an older Pith wrote it, with another character
      write_file(file, plain.substr(0, 1) + read_file(file).substr(1, 31) + "\n");
    else
      write_file(file, plain + "\n");
    BOOST_TEST_INFO_SCOPE("way " << way);
    if (way == 7) copy.project.must({"index"});  // treats it as another index
    BOOST_TEST(!copy.doctor(1).at("found").empty());
    const auto report = copy.doctor(0, {"--repair"});
    BOOST_TEST(report.at("lost").empty(), report.dump());
    const IndexContent index = copy.project.index();
    BOOST_TEST(index.size() == articles + 1u);
    if (way < 7) check_same_index(index, crawled().index);  // by then the site's model has learned from few pages
    BOOST_TEST(copy.project.stats().at("indexed") == articles + 1);
    BOOST_TEST(copy.doctor(0).at("notes").empty());
    BOOST_TEST(copy.project.must({"index"}).find("up to date") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(an_index_of_another_cache_is_left_alone) {
  const Copy copy;
  const Project other;
  write_file(other / "page.jsonl", R"({"url": "http://other.example/", "status": 200,
    "headers": {"Content-Type": "text/html"}, "body": "<p>Some words of another site."})");
  std::string line = read_file(other / "page.jsonl");
  std::replace(line.begin(), line.end(), '\n', ' ');
  write_file(other / "page.jsonl", line + "\n");
  other.must({"ingest", other / "page.jsonl"});
  for (const bool indexed : {true, false}) {
    fs::remove_all(copy.cache(""));
    if (indexed)
      fs::copy(other / "pith-data/cache", copy.cache(""));
    else
      copy.project.must({"ingest", "--capture-only", other / "page.jsonl"});
    const auto found = copy.doctor(1).at("found");
    BOOST_TEST(found[0].at("what").get<std::string>().find("is not the index") != std::string::npos, found.dump());
    const auto report = copy.doctor(2, {"--repair"});
    BOOST_TEST(report.at("error").get<std::string>().find("cache.path and index.path") != std::string::npos);
    check_same_index(copy.project.index(), crawled().index);
  }
}

BOOST_AUTO_TEST_CASE(removed_documents_are_kept_and_listed) {
  const Copy copy;
  write_file(copy.project / "page.jsonl",
             R"({"url": "http://other.example/", "status": 200, "headers": {"Content-Type": "text/html"}, )"
             R"("body": "<p>Some words of marmalade on another site, which nobody else has."})"
             "\n");
  copy.project.must({"ingest", copy.project / "page.jsonl"});
  fs::remove_all(copy.cache(""));
  fs::copy(crawled().project / "pith-data/cache", copy.cache(""));  // the cache before
  const auto report = copy.doctor(0, {"--repair"});
  BOOST_REQUIRE(report.at("lost").size() == 1u);
  BOOST_TEST(report.at("lost")[0].at("url") == "http://other.example/");
  BOOST_TEST(report.at("lost")[0].at("what").get<std::string>().find("index.damaged-1") != std::string::npos);
  BOOST_TEST(read_file(report.at("lists")[0]).find("http://other.example/") != std::string::npos);
  check_same_index(copy.project.index(), crawled().index);
  const std::string aside = "index.path=" + (copy.project / "pith-data/index.damaged-1");
  copy.project.must({"--set", aside, "search", "marmalade"});
  BOOST_TEST(copy.project.pith({"search", "marmalade"}).code == 1);
}

BOOST_AUTO_TEST_CASE(a_missing_index_is_rebuilt) {
  for (int way = 0; way < 3; ++way) {
    const Evicted copy;
    BOOST_TEST_INFO_SCOPE("way " << way);
    if (way == 0) {
      std::vector<fs::path> segments;
      for (const auto& entry : fs::directory_iterator(copy.index()))
        if (entry.path().filename().string().starts_with("segments")) segments.push_back(entry.path());
      for (const fs::path& file : segments) fs::remove(file);
    } else if (way == 1) {
      fs::remove_all(copy.index());
    } else {  // the state after a killed repair
      fs::rename(copy.project / "pith-data/index", copy.project / "pith-data/index.damaged-1");
    }
    BOOST_TEST(copy.doctor(1).at("found")[0].at("where").get<std::string>().find("index") != std::string::npos);
    const auto report = copy.doctor(0, {"--repair"});
    BOOST_TEST(report.at("lost").size() == articles + 1u - bodies);
    const IndexContent index = copy.project.index();
    BOOST_TEST(index.size() == std::size_t(bodies));
    // Reported again by a later check.
    BOOST_TEST(copy.doctor(0).at("notes").size() == articles + 1u - bodies);
    copy.project.must({"crawl", crawled().site.url("/")});
    check_same_index(copy.project.index(), crawled().index);
    BOOST_TEST(copy.doctor(0).at("notes").empty());
  }
}

BOOST_AUTO_TEST_CASE(evicted_pages_that_the_index_lost_are_reported) {
  const Copy copy;
  copy.project.must({"--set", "cache.site_max_pages=1", "cache", "prune"});
  copy.lose_some_page();
  BOOST_TEST(urls_of(copy.doctor(0, {"--repair"}).at("lost")).contains(crawled().some_url));
}

BOOST_AUTO_TEST_CASE(a_page_that_only_the_index_can_name_is_lost_once) {
  const Copy copy;
  damage_record(copy, crawled().some_url);
  const Outcome repaired = copy.project.pith({"doctor", "--repair"});
  BOOST_TEST(repaired.code == 0, repaired.out << repaired.err);
  BOOST_TEST(repaired.out.find("\n1 lost, and 1 without a URL, which may be among them; ") != std::string::npos,
             repaired.out);
  BOOST_TEST(repaired.out.find(crawled().some_url + ": was only in the index") != std::string::npos, repaired.out);
}

BOOST_AUTO_TEST_CASE(losses_are_reported_however_the_repair_ends) {
  const Copy copy;
  damage_structure(copy);
  flip_text(copy.cache(), "text/html");
  nlohmann::json report;
  {
    const auto lock = pith::index::WriteLock::take(copy.index());
    BOOST_REQUIRE(lock.ok());
    report = copy.doctor(2, {"--repair"});
  }
  BOOST_TEST(report.at("error").get<std::string>().find("another process") != std::string::npos);
  BOOST_TEST(report.at("done").size() >= 1u);
  BOOST_REQUIRE(report.at("lost").size() == 1u);
  const std::string url = report.at("lost")[0].at("url");
  BOOST_TEST(read_file(report.at("lists").at(0)).find(url) != std::string::npos);
  BOOST_TEST(read_file(copy.cache("damaged-1/lost.txt")).find(url) != std::string::npos);
  // Reported again, from the cache's notes.
  BOOST_TEST(copy.project.pith({"doctor"}).out.find(url + ": was damaged") != std::string::npos);
  copy.repaired();
  copy.project.must({"crawl", crawled().site.url("/")});
  BOOST_TEST(copy.doctor(0).at("notes").empty());
  check_same_index(copy.project.index(), crawled().index);
}

BOOST_AUTO_TEST_CASE(a_check_changes_nothing) {
  const Copy copy;
  const auto bytes = [&](const char* tail) { return read_file(copy.cache("pages.sqlite" + std::string(tail))); };
  // A log left by a killed process.
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    auto cache = pith::crawl::CacheLedger::open({.directory = copy.cache("")});
    pith::crawl::CapturedPage page;
    page.url = "http://other.example/";
    page.status = 404;
    if (cache.ok()) (void)pith::crawl::CacheCapture(*cache).store(std::span(&page, 1));
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  const std::string file = bytes(""), log = bytes("-wal");
  BOOST_REQUIRE(!log.empty());
  BOOST_TEST(copy.doctor(0).at("checked").at("pages") == articles + 2);
  BOOST_TEST(bool(bytes("") == file && bytes("-wal") == log));
  // A cache that other commands would upgrade.
  const auto report = copy.doctor(0, {"--set", "cache.site=host"});
  BOOST_TEST(report.at("notes")[0].get<std::string>().find("cache.site has changed") != std::string::npos);
  BOOST_TEST(bool(bytes("") == file && bytes("-wal") == log));
  BOOST_TEST(copy.doctor(0, {"--repair", "--set", "cache.site=host"}).at("checked").at("pages") == articles + 2);
}

BOOST_AUTO_TEST_CASE(a_bad_sector_costs_the_pages_in_it) {
  for (const std::string& text : {std::string("\x28\xb5\x2f\xfd", 4), std::string("text/html")}) {  // bodies, records
    BOOST_TEST_INFO_SCOPE(text);
    const Copy copy;
    const auto at = static_cast<long>(read_file(copy.cache()).find(text) / 4096 * 4096);
    const std::string counter = copy.project / "counter", below = copy.project / "pith-data";
    const auto doctor = [&](std::vector<std::string> arguments) {
      return run(disturbed(copy.project.command(std::move(arguments)), {"sector", at}, below, counter));
    };
    const Outcome found = doctor({"doctor"});
    BOOST_TEST(found.code == 1, found.err);
    BOOST_TEST(found.out.find("pages.sqlite: ") != std::string::npos, found.out);
    const Outcome repaired = doctor({"doctor", "--repair"});
    BOOST_TEST(repaired.code == 0, repaired.out << repaired.err);
    BOOST_TEST(repaired.out.find("4096 bytes") != std::string::npos, repaired.out);
    BOOST_TEST(copy.project.stats().at("captured") == articles + 1);
    const int bodies_left = copy.doctor(0).at("checked").at("bodies");
    BOOST_TEST(bodies_left > 0);
    if (text != "text/html") BOOST_TEST(bodies_left >= articles / 2);
    copy.project.must({"crawl", crawled().site.url("/")});
    check_same_index(copy.project.index(), crawled().index);
  }
}

BOOST_AUTO_TEST_SUITE_END()
