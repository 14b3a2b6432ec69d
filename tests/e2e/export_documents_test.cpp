// `pith export --documents` sends what `pith map` writes: the documents of an index, no faster than the server takes
// them.
#include <signal.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/crawl_records.h"
#include "tests/e2e/project.h"
#include "tests/support/sanitized.h"
#include "tests/support/search_double.h"

using namespace pith::test;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

const Project& project() {
  static const Project project;
  static const bool once = [&] {
    write_file(project / "in.jsonl", sorted_records(all_sites()));
    project.must({"ingest", "in.jsonl"});
    write_file(project / "mapped.jsonl", project.must({"map", "--structure", "in.jsonl"}));
    return true;
  }();
  static_cast<void>(once);
  return project;
}

std::string quoted(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += "'" + word + "' ";
  return out;
}

// `feed`, in the shell, with its output piped into `pith ARGUMENTS`.
Command fed(const std::string& feed, std::vector<std::string> arguments) {
  Command command = project().command(std::move(arguments));
  command.arguments = {"sh", "-c", feed + " | " + quoted(command.arguments)};
  return command;
}

std::vector<std::string> to(const SearchDouble& server, const char* name, std::vector<std::string> more = {}) {
  std::vector<std::string> out = {"--json", "export", "--to", name, "--url", server.url(), "--index", "pages"};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

std::vector<std::string> lines_to(const SearchDouble& server, const char* name, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"--documents", "-"});
  return to(server, name, std::move(more));
}

std::string shell_words(const std::vector<std::string>& arguments) {
  return quoted(project().command(arguments).arguments);
}

// What arrived, without the name of the export.
std::map<std::string, json> documents_of(const SearchDouble& server) {
  auto out = server.documents();
  for (auto& [id, document] : out) BOOST_TEST(document.erase("export") == 1u);
  for (const std::string& violation : server.violations()) BOOST_ERROR(violation);
  return out;
}

void adds_up(const json& counts) {
  const auto count = [&](const char* name) { return counts.at(name).get<std::int64_t>(); };
  BOOST_TEST(count("pages") == count("sent") + count("refused") + count("skipped") + count("unreadable"),
             counts.dump());
}

// Many lines, of about `bytes` each.
std::string many_lines(int count, std::size_t bytes) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    out += json{{"url", "http://h.example/" + n},
                {"site", "h.example"},
                {"status", "main"},
                {"content", "Page " + n + std::string(bytes, 'x')}}
               .dump() +
           "\n";
  }
  return out;
}

// The process of `pith` among those that the shell started.
pid_t pith_of(const Process& shell) {
  for (const pid_t pid : shell.descendants())
    if (read_file("/proc/" + std::to_string(pid) + "/comm").starts_with("pith")) return pid;
  return 0;
}

// A number of a file in /proc; 0 if the process has ended.
std::int64_t number_of(pid_t pid, const std::string& file, const std::string& name) {
  std::istringstream lines(read_file("/proc/" + std::to_string(pid) + "/" + file));
  for (std::string word; lines >> word;)
    if (word == name + ":") {
      std::int64_t number = 0;
      lines >> number;
      return number;
    }
  return 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(export_documents)

BOOST_AUTO_TEST_CASE(a_server_gets_of_lines_what_it_gets_of_an_index) {
  const auto counts_of_map = json::parse(project().pith({"--json", "map", "in.jsonl"}).err);
  project().must({"map", "--learn", "models", "in.jsonl"});
  for (const bool structure : {false, true}) {
    for (const char* name : {"opensearch", "solr"}) {
      OpenSearchDouble opensearch, opensearch_of_index;
      SolrDouble solr, solr_of_index;
      const bool is_solr = std::string(name) == "solr";
      SearchDouble& server = is_solr ? static_cast<SearchDouble&>(solr) : opensearch;
      SearchDouble& of_index = is_solr ? static_cast<SearchDouble&>(solr_of_index) : opensearch_of_index;
      const std::vector<std::string> blocks =
          structure ? std::vector<std::string>{"--structure"} : std::vector<std::string>{};
      project().must(to(of_index, name, blocks));
      const auto expected = documents_of(of_index);
      BOOST_TEST(expected.size() >= 90u);
      BOOST_TEST(structure == expected.begin()->second.contains("structure"));

      std::vector<std::string> map = {"map", "in.jsonl"}, pieces = {"map", "--models", "models", "in.jsonl"};
      map.insert(map.end(), blocks.begin(), blocks.end());
      pieces.insert(pieces.end(), blocks.begin(), blocks.end());
      for (const std::string& feed :
           {shell_words(map), shell_words(pieces) + " | " + shell_words({"fold"}), shell_words(map) + " | gzip"}) {
        const Outcome outcome = run(fed(feed, lines_to(server, name)));
        BOOST_REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
        BOOST_TEST((documents_of(server) == expected), name << " of " << feed);
        const json counts = json::parse(outcome.out);
        adds_up(counts);
        BOOST_TEST(counts.at("pages") == counts_of_map.at("pages"));
        BOOST_TEST(counts.at("skipped").get<std::int64_t>() == sum_of(counts_of_map.at("skipped")));
        BOOST_TEST(counts.at("sent").get<std::size_t>() == expected.size());
        BOOST_TEST(counts.at("unreadable") == 0);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(lines_become_lines_without_what_was_left_out) {
  const auto expected = read_lines(project().must({"export", "--structure"}));
  const Outcome outcome = project().pith({"export", "--documents", "mapped.jsonl"});
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST((read_lines(outcome.out) == expected));
  BOOST_TEST(holds(outcome.err, " skipped, 0 not readable, "), outcome.err);
  // What `pith export` writes can be sent, too.
  write_file(project() / "exported.jsonl", outcome.out);
  BOOST_TEST(project().must({"export", "--documents", "exported.jsonl"}) == outcome.out);
}

BOOST_AUTO_TEST_CASE(what_is_no_document_ends_nothing_and_what_is_refused_is_named) {
  std::string lines = read_file(project() / "mapped.jsonl");
  const std::size_t second = lines.find('\n') + 1;
  lines.insert(second,
               "{\"url\": \"http://site0.example/\xff\n\n[]\n{\"status\":\"main\"}\n" + std::string("\0\x1b[2J\n", 6));
  lines += R"({"url":"http://site0.example/cut","content":"and so)";
  write_file(project() / "odd.jsonl", lines);
  OpenSearchDouble server;
  std::vector<std::string> ids;
  std::size_t documents = 0;
  for (const auto& [url, line] : read_lines(read_file(project() / "mapped.jsonl"))) {
    if (line.at("status") == "skipped") continue;
    if (++documents % 4 == 0) server.refuse(ids.emplace_back(line.at("id")));
  }
  auto arguments = to(server, "opensearch", {"--documents", "odd.jsonl"});
  const Outcome outcome = project().pith(arguments);
  BOOST_TEST(outcome.code == 2);
  const json counts = json::parse(outcome.out);
  adds_up(counts);
  BOOST_TEST(counts.at("unreadable") == 5);
  BOOST_TEST(counts.at("refused").get<std::size_t>() == ids.size());
  BOOST_TEST(counts.at("sent").get<std::size_t>() == documents - ids.size());
  BOOST_TEST(documents_of(server).size() == documents - ids.size());
  BOOST_TEST(holds(outcome.err, "odd.jsonl: line 2, byte " + std::to_string(second) + ": is not JSON\n"), outcome.err);
  BOOST_TEST(holds(outcome.err, "odd.jsonl: line 4, byte "), outcome.err);
  BOOST_TEST(holds(outcome.err, ": is not a JSON object\n"), outcome.err);
  BOOST_TEST(holds(outcome.err, ": has no \"url\"\n"), outcome.err);
  BOOST_TEST(holds(outcome.err, "refused: http://site"), outcome.err);
  BOOST_TEST(holds(outcome.err, "mapper_parsing_exception"), outcome.err);
  BOOST_TEST(!holds(outcome.err, "\x1b"), outcome.err);
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_of_nothing) {
  OpenSearchDouble server;
  const Outcome empty = run(fed("true", lines_to(server, "opensearch")));
  BOOST_TEST(empty.code == 1);
  BOOST_TEST(holds(empty.err, "standard input has no document"), empty.err);
  BOOST_TEST(json::parse(empty.out).at("pages") == 0);
  const Outcome skipped =
      run(fed(R"(echo '{"url":"http://h.example/","status":"skipped"}')", lines_to(server, "opensearch")));
  BOOST_TEST(skipped.code == 1);
  BOOST_TEST(holds(skipped.err, "standard input has no document"), skipped.err);
  BOOST_TEST(json::parse(skipped.out).at("skipped") == 1);
  BOOST_TEST(server.batches() == 0);
  write_file(project() / "empty.jsonl", "");
  const Outcome file = project().pith({"export", "--documents", "empty.jsonl", "--output", "mapped.jsonl"});
  BOOST_TEST(file.code == 1);
  BOOST_TEST(holds(file.err, "empty.jsonl has no document; mapped.jsonl was not written"), file.err);
  write_file(project() / "empty.jsonl", "no document\n");
  const Outcome unreadable = project().pith({"export", "--documents", "empty.jsonl", "--output", "mapped.jsonl"});
  BOOST_TEST(unreadable.code == 2);
  BOOST_TEST(holds(unreadable.err, "mapped.jsonl was not written"), unreadable.err);
  const Outcome missing = project().pith(to(server, "opensearch", {"--documents", "nowhere.jsonl"}));
  BOOST_TEST(missing.code == 2);
  BOOST_TEST(holds(missing.err, "nowhere.jsonl"), missing.err);
}

BOOST_AUTO_TEST_CASE(what_is_only_for_an_index_is_refused) {
  OpenSearchDouble server;
  for (const auto& [more, why] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--prune"}, "--prune: is only for an index: lines do not say whether they are all"},
           {{"--site", "h.example"}, "--site: is only for an index"},
           {{"--structure"}, "--structure: is only for an index"}}) {
    auto arguments = to(server, "opensearch", {"--documents", "mapped.jsonl"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = project().pith(arguments);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(holds(outcome.err, why), outcome.err);
  }
  BOOST_TEST(server.mapping().is_null());
}

BOOST_AUTO_TEST_CASE(a_slow_server_slows_the_pipe) {
  constexpr int count = 5000;
  constexpr std::int64_t mb = 1 << 20;
  write_file(project() / "big.jsonl", many_lines(count, 20'000));
  OpenSearchDouble server;
  server.fail({{.kind = SearchDouble::Fault::hold, .status = 503}});
  Process process(fed("(cat big.jsonl; touch fed)", lines_to(server, "opensearch")));
  BOOST_REQUIRE(wait_until([&] { return server.largest_batch() > 0; }));
  pause_for(1s);
  const pid_t pith = pith_of(process);
  BOOST_REQUIRE(pith != 0);
  // A batch, one more document, a block and the libraries that it loads, of 100 MB.
  BOOST_TEST(number_of(pith, "io", "rchar") < 10 * mb);
  BOOST_TEST(!std::filesystem::exists(project() / "fed"));
  server.let_go();
  std::int64_t peak = 0;
  while (process.running()) {
    peak = std::max(peak, number_of(pith, "status", "VmHWM") * 1024);
    pause_for(5ms);
  }
  const Outcome outcome = process.finish();
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(json::parse(outcome.out).at("sent") == count);
  BOOST_TEST(documents_of(server).size() == std::size_t{count});
  BOOST_TEST_MESSAGE("peak: " << peak / mb << " MB");
  BOOST_TEST(peak > 0);
  if (sanitizer_slowdown == 1) BOOST_TEST(peak < 64 * mb);
}

BOOST_AUTO_TEST_CASE(a_server_that_comes_and_goes_gets_everything_once) {
  using Fault = SearchDouble::Fault;
  const auto expected = project().json({"export", "--structure", "--output", "all.jsonl"}).at("sent");
  OpenSearchDouble server;
  server.fail({{.status = 503}, {.kind = Fault::drop}, {.kind = Fault::drop, .applied = true}, {.status = 429}});
  const Outcome outcome = run(fed("cat mapped.jsonl", lines_to(server, "opensearch", {"--batch-bytes", "20000"})));
  BOOST_TEST(outcome.code == 0, outcome.err);
  const json counts = json::parse(outcome.out);
  adds_up(counts);
  BOOST_TEST(counts.at("sent") == expected);
  BOOST_TEST(counts.at("retried") > 0);
  BOOST_TEST(documents_of(server).size() == expected.get<std::size_t>());
}

BOOST_AUTO_TEST_CASE(a_server_that_is_gone_ends_the_pipe_and_is_named) {
  OpenSearchDouble server;
  server.fail({{.status = 503, .retry_after = "3600"}});
  const Outcome outcome = run(fed("yes \"$(head -n 1 mapped.jsonl)\"", lines_to(server, "opensearch")));
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST(holds(outcome.err, server.url()), outcome.err);
  BOOST_TEST(holds(json::parse(outcome.out).at("error"), "3600 s"), outcome.out);
}

BOOST_AUTO_TEST_CASE(an_interrupt_ends_the_wait_for_lines) {
  OpenSearchDouble server;
  Process process(fed("(cat mapped.jsonl; exec sleep 600)", lines_to(server, "opensearch")));
  BOOST_REQUIRE(wait_until([&] { return !server.mapping().is_null(); }));
  const pid_t pith = pith_of(process);
  BOOST_REQUIRE(pith != 0);
  ::kill(pith, SIGTERM);
  BOOST_REQUIRE(wait_until([&] { return pith_of(process) == 0; }));
  process.signal(SIGTERM);
  for (const pid_t pid : process.descendants()) ::kill(pid, SIGTERM);
  BOOST_TEST(holds(process.finish().out, "\"stopped\":true"));
}

BOOST_AUTO_TEST_SUITE_END()
