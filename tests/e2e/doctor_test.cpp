// Damaged caches and indexes under the real programs: none crashes, `pith doctor` names what is wrong and repairs it.
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <vector>

#include "indexer_adapter/lucene/index_files.h"
#include "tests/e2e/damaged_project.h"

using namespace pith::test;
namespace fs = std::filesystem;

namespace {

bool crashed(const Outcome& outcome) { return outcome.timed_out || outcome.code >= 128; }

// With a page less to compare with, the others may be less sure.
IndexContent without_confidence(IndexContent index) {
  for (auto& [url, fields] : index) fields.erase("confidence");
  return index;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(doctor)

BOOST_AUTO_TEST_CASE(nothing_is_damaged) {
  const Copy copy;
  const auto report = copy.doctor(0);
  BOOST_TEST(report.at("healthy") == true);
  BOOST_TEST(report.at("found").empty());
  BOOST_TEST(report.at("checked").at("pages") == articles + 1);
  BOOST_TEST(report.at("checked").at("bodies") == articles + 1);
  BOOST_TEST(report.at("checked").at("documents") == articles + 1);
  BOOST_TEST(copy.project.must({"doctor"}).find("nothing is damaged") != std::string::npos);
  BOOST_TEST(copy.project.must({"doctor", "--repair"}).find("nothing is damaged") != std::string::npos);
  check_same_index(copy.project.index(), crawled().index);
  BOOST_TEST(Project().pith({"doctor"}).code == 0);  // nothing exists yet
}

BOOST_AUTO_TEST_CASE(flips_in_the_index_are_named_and_crash_no_program) {
  const Copy copy;
  std::mt19937 random(4);
  for (const auto& entry : fs::directory_iterator(copy.index())) {
    const std::string name = entry.path().filename();
    if (entry.file_size() == 0) continue;
    for (int i = 0; i < 6; ++i) {
      const auto at = random() % entry.file_size();
      const int bit = static_cast<int>(random() % 8);
      flip(entry.path(), at, bit);
      const std::string place = name + " " + std::to_string(at) + "." + std::to_string(bit);
      // By the next `pith index`.
      const bool mends_itself = name == "segments.gen" || name == "pith-checksums" || name == "pith-scheme";
      for (const std::vector<std::string>& command :
           {std::vector<std::string>{"search", "Article"}, {"get", crawled().some_url}, {"export"}, {"index"}}) {
        const Outcome outcome = copy.project.pith(command);
        BOOST_TEST(!crashed(outcome), place << ": " << command[0] << " ended with " << outcome.code);
        if (name == "pith-index-id" && command[0] != "index") continue;
        BOOST_TEST((outcome.code == 2) != mends_itself, place << ": " << command[0]);
        if (mends_itself) continue;
        BOOST_TEST(outcome.err.find("pith doctor --repair") != std::string::npos, place << ": " << outcome.err);
      }
      const Outcome found = copy.project.pith({"doctor"});
      BOOST_TEST(!crashed(found));
      if (!mends_itself) {
        BOOST_TEST(found.code == 1, place);
        BOOST_TEST(found.out.find(name) != std::string::npos, place << ": " << found.out);
      }
      if (mends_itself) break;
      flip(entry.path(), at, bit);
    }
  }
  check_same_index(copy.project.index(), crawled().index);
}

BOOST_AUTO_TEST_CASE(missing_files_of_the_index_are_named) {
  for (const std::string& name : {some_segment(Copy()), std::string("pith-checksums"), std::string("segments_")}) {
    const Copy copy;
    for (const auto& entry : fs::directory_iterator(copy.index()))
      if (entry.path().filename().string().starts_with(name)) fs::remove(entry.path());
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"index"}, {"search", "Article"}, {"get", crawled().some_url}}) {
      const Outcome outcome = copy.project.pith(command);
      BOOST_TEST(outcome.code == 2, name << ": " << command[0]);
      BOOST_TEST(outcome.err.find(name) != std::string::npos, outcome.err);
      BOOST_TEST(outcome.err.find("is missing") != std::string::npos, outcome.err);
      BOOST_TEST(outcome.err.find("pith doctor --repair") != std::string::npos, outcome.err);
    }
    copy.repaired();
    check_same_index(copy.project.index(), crawled().index);
  }
}

BOOST_AUTO_TEST_CASE(a_damaged_index_is_rebuilt) {
  const Copy copy;
  flip(copy.index(some_segment(copy)), 200, 4);
  const auto found = copy.doctor(1);
  BOOST_TEST(found.at("found").size() == 1u);
  BOOST_TEST(found.at("found")[0].at("where").get<std::string>().find(some_segment(copy)) != std::string::npos);
  BOOST_TEST(found.at("found")[0].at("what").get<std::string>().find("checksum") != std::string::npos);
  const std::string report = copy.repaired();
  BOOST_TEST(report.find("pith-data/index.damaged-1") != std::string::npos, report);
  BOOST_TEST(fs::exists(copy.project / "pith-data/index.damaged-1"));
  check_same_index(copy.project.index(), crawled().index);
  BOOST_TEST(copy.project.stats().at("pending") == 0);
}

BOOST_AUTO_TEST_CASE(an_index_that_lost_pages_gets_them_back) {
  const Copy copy;
  copy.lose_some_page();
  const auto found = copy.doctor(1);
  BOOST_TEST(found.dump().find("is not in the index, although") != std::string::npos);
  copy.repaired();
  check_same_index(copy.project.index(), crawled().index);
}

BOOST_AUTO_TEST_CASE(a_damaged_body_is_dropped_and_its_document_stays) {
  const Copy copy;
  flip_body(copy.cache());
  const auto found = copy.doctor(1);
  BOOST_TEST(found.at("found").size() == 1u);
  BOOST_TEST(found.at("found")[0].at("what").get<std::string>().find("its body") != std::string::npos);
  const std::string url = found.at("found")[0].at("where");
  BOOST_TEST(copy.project.pith({"cache", "get", url}).code == 2);
  BOOST_TEST(copy.project.pith({"explain", url}).code == 2);
  const auto report = copy.doctor(0, {"--repair"});
  BOOST_TEST(report.at("lost")[0].at("url") == url);
  check_same_index(without_confidence(copy.project.index()), without_confidence(crawled().index));
  // Without the index, the page is lost, and counted.
  flip(copy.index(some_segment(copy)), 200, 4);
  BOOST_TEST(copy.doctor(0, {"--repair"}).at("lost")[0].at("url") == url);
  BOOST_TEST(copy.project.index().size() == articles + 0u);
  BOOST_TEST(copy.project.stats().at("skipped") == 1);
}

BOOST_AUTO_TEST_CASE(a_damaged_record_is_skipped_with_a_reason) {
  const Copy copy;
  flip_text(copy.cache(), "text/html");
  BOOST_TEST(copy.doctor(1).at("found")[0].at("what").get<std::string>().find("record") != std::string::npos);
  copy.project.must({"reindex", "--all"});
  BOOST_TEST(copy.project.stats().at("skipped_by_reason").at("damaged_body") == 1);
  BOOST_TEST(copy.project.index().size() == articles + 0u);
  copy.repaired();
  copy.project.must({"crawl", crawled().site.url("/")});  // brings it back
  check_same_index(copy.project.index(), crawled().index);
}

// A column with another name: SQLite finds nothing wrong with that.
BOOST_AUTO_TEST_CASE(a_damaged_name_of_a_column_is_damage) {
  for (const char* definition : {"templates BLOB NOT NULL", "summary BLOB NOT NULL", "digest TEXT NOT NULL"}) {
    const Copy copy;
    flip_text(copy.cache(), definition);
    const Outcome reindex = copy.project.pith({"reindex", "--all"});
    BOOST_TEST(reindex.code == 2, definition);
    BOOST_TEST(reindex.err.find("`pith doctor --repair`") != std::string::npos, definition << ": " << reindex.err);
    BOOST_TEST(copy.doctor(1).at("found").size() > 0u, definition);
    copy.repaired();
    check_same_index(copy.project.index(), crawled().index);
  }
}

BOOST_AUTO_TEST_CASE(flips_in_the_cache_crash_no_program_and_readable_rows_are_saved) {
  std::mt19937 random(8);
  const auto size = fs::file_size(crawled().project / "pith-data/cache/pages.sqlite");
  int saved = 0, unreadable = 0;
  for (int i = 0; i < 40; ++i) {
    const Copy copy;
    const auto at = i < 8 ? static_cast<std::uintmax_t>(i * 12) : random() % size;
    const int bit = static_cast<int>(random() % 8);
    flip(copy.cache(), at, bit);
    const std::string place = std::to_string(at) + "." + std::to_string(bit);
    for (const std::vector<std::string>& command : {std::vector<std::string>{"stats"},
                                                    {"cache", "ls"},
                                                    {"reindex", "--dry-run"},
                                                    {"index"},
                                                    {"search", "Article"}}) {
      const Outcome outcome = copy.project.pith(command);
      BOOST_TEST(!crashed(outcome), place << ": " << command[0] << " ended with " << outcome.code);
      if (outcome.code == 2 && outcome.err.find("damaged") != std::string::npos)
        BOOST_TEST(outcome.err.find("pages.sqlite") != std::string::npos, place << ": " << outcome.err);
    }
    const Outcome repair = copy.project.pith({"doctor", "--repair"});
    BOOST_TEST(!crashed(repair), place << ": " << repair.code);
    if (repair.code == 2) {
      BOOST_TEST((repair.err.find("no page of its") != std::string::npos ||
                  repair.err.find("newer Pith") != std::string::npos),
                 place << ": " << repair.err);
      ++unreadable;
      continue;
    }
    BOOST_TEST(repair.code == 0, place << ": " << repair.out);
    ++saved;
    const auto stats = copy.project.stats();
    if (repair.out.find("those with a URL come back") == std::string::npos)
      BOOST_TEST(stats.at("captured") == articles + 1, place << ": " << repair.out);
    BOOST_TEST(copy.project.index().size() >= 5u, place << ": " << repair.out);
  }
  BOOST_TEST_MESSAGE(saved << " saved, " << unreadable << " not");
  BOOST_TEST(saved >= 38);
}

BOOST_AUTO_TEST_CASE(neither_two_indexers_nor_two_inputs_write_one_index) {
  const Copy copy;
  write_file(
      copy.project / "pages.jsonl",
      R"({"url": "http://other.example/", "status": 200, "headers": {"Content-Type": "text/html"}, "body": "<p>x"})");
  const auto is_locked = [&] { return !pith::index::WriteLock::take(copy.index()).ok(); };
  // A command that is stopped in the middle of its work.
  std::optional<Process> first;
  for (int attempt = 0; attempt < 20; ++attempt) {
    first.emplace(copy.project.command({"reindex", "--all"}));
    wait_until([&] { return is_locked() || !first->running(); });
    first->signal(SIGSTOP);
    if (is_locked()) break;
  }
  BOOST_REQUIRE(is_locked());
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"index"}, {"ingest", "pages.jsonl"}, {"reindex", "--all"}, {"doctor", "--repair"}}) {
    const Outcome second = copy.project.pith(command);
    if (command[0] == "doctor") {
      BOOST_TEST(second.code == 0, second.err);  // there is nothing to repair, and it does not wait
      BOOST_TEST(second.out.find("another process is writing") != std::string::npos, second.out);
    } else {
      BOOST_TEST(second.code == 2, command[0]);
      BOOST_TEST(second.err.find("another process is writing") != std::string::npos, second.err);
    }
  }
  first->kill_all();
  copy.project.must({"index"});
}

BOOST_AUTO_TEST_SUITE_END()
