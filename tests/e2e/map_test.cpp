// `pith map` gives the documents of `pith index`, however records are spread over its runs, and keeps nothing.
#include <signal.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/crawl_records.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

const Project& project() {
  static const Project project;
  static const bool once = (write_file(project / "in.jsonl", sorted_records(all_sites())), true);
  static_cast<void>(once);
  return project;
}

const std::string& mapped() {
  static const std::string out = project().must({"map", "--structure", "in.jsonl"});
  return out;
}

// The process's descendant of this name; 0: there is none.
pid_t named(const Process& process, const std::string& name) {
  for (const pid_t pid : process.descendants())
    if (read_file("/proc/" + std::to_string(pid) + "/comm") == name + "\n") return pid;
  return 0;
}

bool catches_sigterm(pid_t pid) {
  const std::string status = read_file("/proc/" + std::to_string(pid) + "/status");
  const std::size_t at = status.find("SigCgt:\t");
  return at != std::string::npos && (std::stoull(status.substr(at + 8, 16), nullptr, 16) >> (SIGTERM - 1) & 1);
}

// Of a pipe from `sleep` into `pith`.
void interrupt_pith(const Process& process) {
  BOOST_REQUIRE(wait_until([&] {
    const pid_t pith = named(process, "pith");
    return pith != 0 && catches_sigterm(pith) && named(process, "sleep") != 0;
  }));
  pause_for(std::chrono::milliseconds(300));
  ::kill(named(process, "pith"), SIGTERM);
  BOOST_TEST(wait_until([&] { return named(process, "pith") == 0; }));
  ::kill(named(process, "sleep"), SIGTERM);  // only now: the end of its output would be the end of the records
}

}  // namespace

BOOST_AUTO_TEST_SUITE(map_command)

BOOST_AUTO_TEST_CASE(documents_are_those_of_the_index) {
  const Project indexing;
  write_file(indexing / "in.jsonl", sorted_records(all_sites()));
  indexing.must({"ingest", "in.jsonl"});
  const auto expected = read_lines(indexing.must({"export", "--structure"}));
  const auto cached = indexing.cache();
  std::size_t documents = 0, left_out = 0;
  for (auto [url, line] : read_lines(mapped())) {
    BOOST_TEST(line.at("place").at("file") == "crawl.warc.gz");
    line.erase("place");
    BOOST_REQUIRE(cached.contains(url));
    if (line.at("status") == "skipped") {
      ++left_out;
      BOOST_TEST(!expected.contains(url), url);
      BOOST_TEST(line.at("reason") == cached.at(url).at("reason"), url);
      continue;
    }
    ++documents;
    BOOST_REQUIRE(expected.contains(url));
    BOOST_TEST(line == expected.at(url), url);
  }
  BOOST_TEST(documents == expected.size());
  BOOST_TEST(documents + left_out == cached.size());
  BOOST_TEST(documents >= 90u);
  BOOST_TEST(holds(mapped(), "\"duplicate\""));
  BOOST_TEST(holds(mapped(), "\"stands_for\":\"http://site3.example" + article_target(1) + "\""));
}

// In any order of sites, in any number of runs, in one run or two at a time.
BOOST_AUTO_TEST_CASE(partitions_make_no_difference) {
  const auto expected = read_lines(mapped());
  std::mt19937 random(26);
  for (const int parts : {1, 2, 4, sites}) {
    auto order = all_sites();
    std::ranges::shuffle(order, random);
    std::string out;
    for (int part = 0; part < parts; ++part) {
      std::vector<int> mine;
      for (std::size_t i = static_cast<std::size_t>(part); i < order.size(); i += static_cast<std::size_t>(parts))
        mine.push_back(order[i]);
      const std::string file = "part-" + std::to_string(part) + ".jsonl";
      write_file(project() / file, sorted_records(mine));
      out += project().must({"map", "--structure", file});
    }
    BOOST_TEST((read_lines(out) == expected), parts << " parts");
  }
  const Outcome twice = project().pith({"map", "--structure", "in.jsonl"});
  BOOST_TEST(twice.out == mapped());
}

BOOST_AUTO_TEST_CASE(standard_input_and_little_memory) {
  Command command = project().command({"map", "--structure", "--memory", "1", "-"});
  std::string shell = "exec";
  for (const std::string& word : command.arguments) shell += " '" + word + "'";
  command.arguments = {"sh", "-c", shell + " < in.jsonl"};
  command.environment["TMPDIR"] = project() / "tmp";
  std::filesystem::create_directory(project() / "tmp");
  const Outcome outcome = run(command);
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.out == mapped());
  BOOST_TEST(std::filesystem::is_empty(project() / "tmp"));

  command.environment["TMPDIR"] = project() / "nowhere";
  const Outcome nowhere = run(command);
  BOOST_TEST(nowhere.code == 2);
  BOOST_TEST(holds(nowhere.err, "TMPDIR"), nowhere.err);
}

BOOST_AUTO_TEST_CASE(nothing_is_kept) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(project() / ".")) names.push_back(file.path().filename());
  for (const std::string& name : names)
    BOOST_TEST((name.ends_with(".jsonl") || name.ends_with(".frames") || name == "pith.yaml" || name == "tmp"), name);
}

BOOST_AUTO_TEST_CASE(accounts_add_up_and_bad_records_end_nothing) {
  std::string lines = sorted_records({1});
  const std::size_t second = lines.find('\n') + 1;
  lines.insert(second, "{\"url\": \"http://site1.example/broken\", \"bo\n");
  lines += R"({"url": "http://site1.example/zz.png", "headers": {"Content-Type": "image/png"}, "body": "x"})"
           "\n";
  write_file(project() / "bad.jsonl", lines);
  const Outcome outcome = project().pith({"--json", "map", "--structure", "bad.jsonl"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(holds(outcome.err, "bad.jsonl: record 2, byte " + std::to_string(second) + ": line 2: is not JSON"),
             outcome.err);
  const std::size_t begin = outcome.err.rfind('\n', outcome.err.size() - 2);
  const json counts = json::parse(outcome.err.substr(begin + 1));
  BOOST_TEST(counts.at("losses") == 1);
  BOOST_TEST(counts.at("again") == 1);
  BOOST_TEST(counts.at("sites") == 1);
  BOOST_TEST(counts.at("records").get<std::int64_t>() == sum_of(counts.at("left_out")) +
                                                             counts.at("again").get<std::int64_t>() +
                                                             counts.at("pages").get<std::int64_t>());
  BOOST_TEST(counts.at("pages").get<std::int64_t>() == sum_of(counts.at("extracted")) + sum_of(counts.at("skipped")));
  const auto found = read_lines(outcome.out);
  BOOST_TEST(static_cast<std::int64_t>(found.size()) == counts.at("pages").get<std::int64_t>());
  for (const auto& [url, line] : read_lines(mapped()))
    if (line.at("site") == "site1.example") BOOST_TEST((found.at(url) == line), url);
  BOOST_TEST(counts.at("skipped").at("duplicate") == 2);
  BOOST_TEST(counts.at("skipped").at("http_404") == 1);
}

// Records in any order, of several inputs, sorted in memory or on disk, in one part or several.
BOOST_AUTO_TEST_CASE(shuffled_records_give_the_same_documents) {
  std::vector<json> records;
  for (int number = 0; number < sites; ++number)
    for (const json& each : records_of(number)) records.push_back(each);
  std::mt19937 random(5);
  std::ranges::shuffle(records, random);
  // The second capture of a URL stays the second.
  std::ranges::stable_partition(records,
                                [](const json& each) { return each.at("url") != "http://site0.example/twice"; });
  const auto is_later = [](const json& each) { return holds(each.at("url"), "/twice"); };
  std::erase_if(records, is_later);
  for (int number = 0; number < sites; ++number)
    for (const json& each : records_of(number))
      if (is_later(each)) records.push_back(each);
  const std::size_t half = records.size() / 2;
  write_file(project() / "one.jsonl", lines_of({records.begin(), records.begin() + static_cast<long>(half)}));
  write_file(project() / "two.jsonl", lines_of({records.begin() + static_cast<long>(half), records.end()}));
  const auto expected = read_lines(mapped());

  std::string frames;
  for (const char* memory : {"256MB", "20kB"}) {
    frames = project().must({"shuffle", "--memory", memory, "one.jsonl", "two.jsonl"});
    write_file(project() / "all.frames", frames);
    BOOST_TEST((read_lines(project().must({"map", "--structure", "all.frames"})) == expected), memory);
  }
  for (const int parts : {2, 4, 100}) {
    const std::string directory = "parts" + std::to_string(parts);
    const Outcome outcome = project().pith(
        {"--json", "shuffle", "--parts", std::to_string(parts), "--output", directory, "one.jsonl", "two.jsonl"});
    BOOST_REQUIRE(outcome.code == 0);
    const json counts = json::parse(outcome.err);
    BOOST_TEST(counts.at("sites") == sites);
    BOOST_TEST(counts.at("pages").get<std::size_t>() == records.size());
    BOOST_TEST(counts.at("bytes").get<std::size_t>() == frames.size());
    std::vector<std::string> names;
    std::string together;
    for (const auto& file : std::filesystem::directory_iterator(project() / directory))
      names.push_back(file.path().string());
    std::ranges::sort(names);
    BOOST_TEST(counts.at("parts").get<std::size_t>() == names.size());
    BOOST_TEST(names.size() >= 2u);
    BOOST_TEST(names.size() <= static_cast<std::size_t>(std::min(parts, sites)));
    std::string documents;
    for (const std::string& name : names) {
      BOOST_TEST(name.ends_with(".frames"));
      together += read_file(name);
      documents += project().must({"map", "--structure", name});
    }
    BOOST_TEST((together == frames), parts << " parts");
    BOOST_TEST((read_lines(documents) == expected), parts << " parts");
    // A second run does not mix with the first.
    const Outcome again = project().pith({"shuffle", "--parts", "2", "--output", directory, "one.jsonl"});
    BOOST_TEST(again.code == 2);
    BOOST_TEST(holds(again.err, "already exists"), again.err);
  }
}

// As the manual says.
BOOST_AUTO_TEST_CASE(parts_by_gnu_parallel) {
  project().must({"shuffle", "--parts", "4", "--output", "tasks", "one.jsonl", "two.jsonl"});
  Command command = project().command({"map", "--structure"});
  std::string words;
  for (const std::string& word : command.arguments) words += word + " ";
  command.arguments = {"sh", "-c",
                       "parallel -j 2 '" + words + "{} > {.}.jsonl' ::: tasks/*.frames && cat tasks/*.jsonl"};
  command.environment["PARALLEL_HOME"] = project() / "parallel";
  const Outcome outcome = run(command);
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST((read_lines(outcome.out) == read_lines(mapped())));
}

BOOST_AUTO_TEST_CASE(shuffling_stops_with_nothing_half_done) {
  BOOST_TEST(project().pith({"shuffle", "--parts", "2", "one.jsonl"}).code == 2);
  write_file(project() / "broken.jsonl", "{\"url\": \"http://h.example/\", \"bo\n" + sorted_records({2}));
  const Outcome outcome = project().pith({"shuffle", "--output", "broken", "broken.jsonl"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(holds(outcome.err, "broken.jsonl: record 1, byte 0: line 1: is not JSON"), outcome.err);
  BOOST_TEST(holds(outcome.err, "not pages (1 bad_line)"), outcome.err);

  Command command = project().command({"shuffle", "--type", "jsonl", "--output", "cut", "-"});
  std::string words;
  for (const std::string& word : command.arguments) words += "'" + word + "' ";
  command.arguments = {"sh", "-c", "(cat in.jsonl; sleep 600) | exec " + words};
  Process process(command);
  interrupt_pith(process);
  BOOST_TEST(process.finish().code == 130);
  BOOST_TEST(std::filesystem::is_empty(project() / "cut"));
}

// A URL that is none belongs to no site, and ends none; a redirect to itself is a page of its own site.
BOOST_AUTO_TEST_CASE(bad_urls_and_redirects_to_themselves_are_accounted_for) {
  const auto long_url = [](int number) {
    return "http://site1.example/" + std::string(300, static_cast<char>('a' + number));
  };
  std::string lines = sorted_records({1});
  for (int number = 0; number < 3; ++number) {
    const std::size_t at = lines.find('\n', lines.size() / 4 * static_cast<std::size_t>(number + 1)) + 1;
    lines.insert(at, record(long_url(number), "<p>Text").dump() + "\n");
  }
  json redirect = record("http://site9.example/", "", 301);
  redirect["headers"]["Location"] = "http://site9.example/";
  lines += redirect.dump() + "\n";
  write_file(project() / "bad_urls.jsonl", lines);
  for (const bool shuffled : {false, true}) {
    std::string file = "bad_urls.jsonl";
    if (shuffled) {
      write_file(project() / "bad_urls.frames", project().must({"shuffle", "--set", "cache.url_max_bytes=200", file}));
      file = "bad_urls.frames";
    }
    const Outcome outcome = project().pith({"--json", "--set", "cache.url_max_bytes=200", "map", file});
    BOOST_REQUIRE(outcome.code == 0);
    const json counts = json::parse(outcome.err);
    BOOST_TEST(counts.at("skipped").at("url_too_long") == 3);
    BOOST_TEST(counts.at("skipped").at("redirect_to_itself") == 1);
    BOOST_TEST(counts.at("again") == 1);
    BOOST_TEST(counts.at("sites") == 2);
    BOOST_TEST(counts.at("records").get<std::int64_t>() ==
               sum_of(counts.at("left_out")) + 1 + counts.at("pages").get<std::int64_t>());
    BOOST_TEST(read_lines(outcome.out).contains(long_url(2)));
  }
}

BOOST_AUTO_TEST_CASE(records_that_are_not_sorted_are_an_error) {
  auto order = sorted_records({0, 1});
  order += record("http://site0.example/late", article(77).body).dump() + "\n";
  write_file(project() / "unsorted.jsonl", order);
  const Outcome outcome = project().pith({"map", "unsorted.jsonl"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(
      holds(outcome.err, "http://site0.example/late: other sites have come since the last page of site0.example"),
      outcome.err);
  write_file(project() / "empty.jsonl", "");
  BOOST_TEST(project().must({"map", "empty.jsonl"}).empty());
  BOOST_TEST(project().must({"shuffle", "empty.jsonl"}).empty());
  BOOST_TEST(project().pith({"map", "missing.jsonl"}).code == 2);
}

BOOST_AUTO_TEST_CASE(wet_has_the_text_of_each_document) {
  const std::string wet = project().must({"map", "--format", "wet", "in.jsonl"});
  BOOST_TEST(wet.starts_with("WARC/1.0\r\nWARC-Type: warcinfo\r\n"));
  std::map<std::string, std::string> texts;
  for (std::size_t at = 0; at < wet.size();) {
    BOOST_REQUIRE(wet.compare(at, 10, "WARC/1.0\r\n") == 0);
    const std::size_t body = wet.find("\r\n\r\n", at) + 4;
    const std::string head = wet.substr(at, body - at);
    const auto field = [&](const std::string& name) {
      const std::size_t begin = head.find("\r\n" + name + ": ");
      return begin == head.npos
                 ? ""
                 : head.substr(begin + name.size() + 4, head.find("\r\n", begin + 2) - begin - name.size() - 4);
    };
    const std::size_t length = std::stoul(field("Content-Length"));
    if (field("WARC-Type") == "conversion") texts[field("WARC-Target-URI")] = wet.substr(body, length);
    at = body + length;
    BOOST_REQUIRE(wet.compare(at, 4, "\r\n\r\n") == 0);
    at += 4;
  }
  std::size_t documents = 0;
  for (const auto& [url, line] : read_lines(mapped())) {
    if (line.at("status") == "skipped") continue;
    ++documents;
    BOOST_TEST(texts.at(url) ==
               line.at("title").get<std::string>() + "\n" + line.at("content").get<std::string>() + "\n");
  }
  BOOST_TEST(texts.size() == documents);
}

BOOST_AUTO_TEST_CASE(a_reader_that_goes_away_and_an_interrupt) {
  Command command = project().command({"map", "in.jsonl"});
  std::string shell;
  for (const std::string& word : command.arguments) shell += "'" + word + "' ";
  command.arguments = {"sh", "-c", shell + "| head -n 1"};
  const Outcome head = run(command);
  BOOST_TEST(head.code == 0);
  BOOST_TEST(head.out == mapped().substr(0, 0) + head.out.substr(0, head.out.find('\n') + 1));

  // Waits for records that never come.
  Command waiting = project().command({"map", "--type", "jsonl", "-"});
  std::string words;
  for (const std::string& word : waiting.arguments) words += "'" + word + "' ";
  waiting.arguments = {"sh", "-c", "sleep 600 | exec " + words};
  Process process(waiting);
  interrupt_pith(process);
  BOOST_TEST(process.finish().code == 130);
}

BOOST_AUTO_TEST_SUITE_END()
