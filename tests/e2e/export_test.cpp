// `pith export` gives what the index has: as JSON lines, and to a server.
#include <signal.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/search_double.h"
#include "tests/support/structures.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr int articles = 60;

std::string url_of(int number) {
  return "http://" + std::string(number % 2 ? "odd" : "even") + ".example" + article_target(number);
}

// Articles 1 to `count` except number `gone`, of two sites, brought by a crawl named "c".
void ingest(const Project& project, int count, int gone = 0) {
  std::string lines;
  for (int i = 1; i <= count; ++i) {
    if (i == gone) continue;
    const std::string more = "<h2>Über " + std::to_string(i) +
                             "</h2><ul><li>eins 😀</li><li>zwei</li></ul><pre>code\n  " + std::to_string(i) +
                             "</pre><p data-nosnippet>A word of page " + std::to_string(i) +
                             " nobody may show: hushquok.</p>";
    lines +=
        json{{"url", url_of(i)}, {"headers", {{"Content-Type", "text/html"}}}, {"body", article(i, more).body}}.dump() +
        "\n";
  }
  write_file(project / "in.jsonl", lines);
  project.must({"ingest", "--as", "c", "--complete", "in.jsonl"});
}

const Project& indexed() {
  static const Project project;
  static const bool once = (ingest(project, articles), true);
  static_cast<void>(once);
  return project;
}

std::map<std::string, json> read_lines(const std::string& text) {
  std::map<std::string, json> out;
  std::istringstream lines(text);
  BOOST_TEST((text.empty() || text.ends_with('\n')));
  for (std::string line; std::getline(lines, line);) {
    const json document = json::parse(line);
    BOOST_TEST(out.emplace(document.at("url"), document).second, "twice: " << line);
  }
  return out;
}

// The blocks of a region, cut from the content by code points.
json parts_of(const std::string& content, const json& structure, const std::string& region) {
  std::vector<std::string> points;
  for (const char c : content) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) points.emplace_back();
    points.back() += c;
  }
  json parts = json::array();
  for (const json& block : structure) {
    if (block.at("role") != "content" || block.at("region") != region) continue;
    std::string part;
    for (std::size_t i = block.at("begin"); i < block.at("end"); ++i) part += points.at(i);
    parts.push_back(part);
  }
  return parts;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(export_command)

BOOST_AUTO_TEST_CASE(json_lines_are_what_the_index_has) {
  const Project& project = indexed();
  const Outcome outcome = project.pith({"export", "--structure"});
  BOOST_REQUIRE(outcome.code == 0);
  BOOST_TEST(outcome.err == "standard output: 60 pages, 60 sent (" + outcome.err.substr(outcome.err.find('(') + 1));
  const auto lines = read_lines(outcome.out);
  const auto index = project.index();
  BOOST_TEST(index.size() == std::size_t{articles});
  BOOST_TEST(lines.size() == index.size());
  std::map<std::string, std::size_t> some;
  for (const auto& [url, fields] : index) {
    BOOST_REQUIRE(lines.contains(url));
    json line = lines.at(url);
    for (const auto& [name, value] : fields) {
      if (name == "html") continue;  // the content again, with markup: not exported
      BOOST_REQUIRE_MESSAGE(line.contains(name), url + ": " + name);
      if (name == "structure")
        BOOST_TEST(line[name] == json(unpacked(value)));
      else if (name == "confidence")
        BOOST_TEST(line[name].get<double>() == std::stod(value));
      else
        BOOST_TEST(line[name] == value);
    }
    for (const auto& [region, name] :
         {std::pair("heading", "headings"), std::pair("list", "lists"), std::pair("code", "code")}) {
      const json parts = parts_of(fields.at("content"), line["structure"], region);
      BOOST_TEST(line.value(name, json::array()) == parts, url << ": " << name);
      some[name] += parts.size();
    }
    BOOST_TEST(line["id"].get<std::string>().size() == 64u);
  }
  for (const char* name : {"headings", "lists", "code"}) BOOST_TEST(some[name] > 10u, name);
  BOOST_TEST(!holds(outcome.out, "hushquok"));
  BOOST_TEST(project.search("hushquok").size() == std::size_t{articles});
  const auto found = project.json({"search", article_word(7)});
  BOOST_TEST(found.at("hits").at(0).at("title") == lines.at(url_of(7)).at("title"));

  BOOST_TEST(project.must({"export", "--structure"}) == outcome.out);
  BOOST_TEST(!holds(project.must({"export"}), "\"structure\""));
}

BOOST_AUTO_TEST_CASE(files_and_sites) {
  const Project& project = indexed();
  const json summary = project.json({"export", "--site", "ODD.example", "--output", "odd.jsonl"});
  BOOST_TEST(summary.at("sent") == articles / 2);
  BOOST_TEST(summary.at("pages") == articles / 2);
  const auto lines = read_lines(read_file(project / "odd.jsonl"));
  BOOST_TEST(lines.size() == std::size_t{articles / 2});
  for (const auto& [url, line] : lines) BOOST_TEST(line.at("site") == "odd.example");
  for (const auto& entry : std::filesystem::directory_iterator(project / "."))
    BOOST_TEST(entry.path().extension() != ".part");
  const auto both = read_lines(project.must({"export", "--site", "odd.example", "--site", "even.example"}));
  BOOST_TEST(both.size() == std::size_t{articles});

  const Outcome none = project.pith({"export", "--site", "nobody.example"});
  BOOST_TEST(none.code == 1);
  BOOST_TEST(none.out.empty());
  BOOST_TEST(none.err == "pith: the index has no page of these sites; `pith stats` lists them\n");
  // The existing file stays: nothing replaced it.
  const Outcome kept = project.pith({"export", "--site", "nobody.example", "--output", "odd.jsonl"});
  BOOST_TEST(kept.code == 1);
  BOOST_TEST(holds(kept.err, "; odd.jsonl was not written"), kept.err);
  BOOST_TEST(read_lines(read_file(project / "odd.jsonl")).size() == lines.size());
  const Project empty;
  const Outcome missing = empty.pith({"export"});
  BOOST_TEST(missing.code == 2);
  BOOST_TEST(holds(missing.err, "index"), missing.err);
}

BOOST_AUTO_TEST_CASE(a_reader_that_leaves_ends_it_quietly) {
  const Project& project = indexed();
  BOOST_REQUIRE(project.must({"export", "--structure"}).size() > 100'000u);  // more than a pipe holds
  Command command = project.command({});
  command.arguments = {"bash", "-c", "\"$0\" export --structure | head -1 | wc -l; echo ${PIPESTATUS[0]}",
                       PITH_PROGRAM};
  const Outcome outcome = run(command);
  BOOST_TEST(outcome.out == "1\n141\n");
  BOOST_TEST(outcome.err.empty(), outcome.err);
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_reported) {
  const Outcome outcome = indexed().pith({"export", "--output", "/dev/full"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(holds(outcome.err, "/dev/full: cannot be written: No space left on device"), outcome.err);
}

BOOST_AUTO_TEST_CASE(a_server_gets_the_index_and_loses_pages_that_are_gone) {
  const Project project;
  ingest(project, 12);
  OpenSearchDouble opensearch;
  SolrDouble solr;
  for (SearchDouble* server : {static_cast<SearchDouble*>(&opensearch), static_cast<SearchDouble*>(&solr)}) {
    const char* to = server == &solr ? "solr" : "opensearch";
    BOOST_TEST_CONTEXT(to) {
      const std::vector<std::string> command = {"export", "--to", to, "--url", server->url(), "--index", "pages"};
      const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), command.begin(), command.end());
        return more;
      };
      ingest(project, 12);
      server->put("theirs", {{"id", "theirs"}, {"title", "Somebody else's"}});
      BOOST_TEST(project.json(command).at("sent") == 12);
      BOOST_TEST(server->documents().size() == 13u);
      for (const auto& [url, line] : read_lines(project.must({"export"}))) {
        const auto documents = server->documents();
        BOOST_REQUIRE(documents.contains(line.at("id")));
        for (const auto& [name, value] : line.items())
          if (name != "fetched" && name != "published") BOOST_TEST(documents.at(line.at("id")).at(name) == value, name);
      }
      ingest(project, 12, 5);
      const json other = project.json(with({"--prune", "--site", "even.example"}));
      BOOST_TEST(other.at("pruned") == 0);
      const json pruned = project.json(with({"--prune"}));
      BOOST_TEST(pruned.at("sent") == 11);
      BOOST_TEST(pruned.at("pruned") == 1);
      BOOST_TEST(server->documents().size() == 12u);
      BOOST_TEST(server->documents().contains("theirs"));
      for (const std::string& violation : server->violations()) BOOST_ERROR(violation);
    }
  }
}

BOOST_AUTO_TEST_CASE(refused_documents_are_named_and_nothing_is_pruned) {
  const Project& project = indexed();
  OpenSearchDouble server;
  for (const auto& [url, line] : read_lines(project.must({"export"})))
    if (line.at("site") == "odd.example") server.refuse(line.at("id"));
  server.put("old", {{"id", "old"}, {"generator", "pith"}, {"export", "old"}});
  const Outcome outcome =
      project.pith({"export", "--to", "opensearch", "--url", server.url(), "--index", "pages", "--prune"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(holds(outcome.out, "60 pages, 30 sent"), outcome.out);
  BOOST_TEST(holds(outcome.out, "30 refused"), outcome.out);
  std::size_t named = 0;
  std::istringstream lines(outcome.err);
  for (std::string line; std::getline(lines, line);)
    named += holds(line, "refused: http://odd.example/") && holds(line, "mapper_parsing_exception");
  BOOST_TEST(named == 10u);
  BOOST_TEST(holds(outcome.err, "20 more documents"), outcome.err);
  BOOST_TEST(holds(outcome.err, "nothing was pruned"), outcome.err);
  BOOST_TEST(server.documents().size() == 31u);
}

BOOST_AUTO_TEST_CASE(credentials_come_from_the_environment) {
  const Project& project = indexed();
  OpenSearchDouble server;
  server.require_authorization("Basic dTpzM2NyM3Q=");
  Command command = project.command({"export", "--to", "opensearch", "--url", server.url(), "--index", "pages"});
  const Outcome without = run(command);
  BOOST_TEST(without.code == 2);
  BOOST_TEST(holds(without.err, "PITH_SINK_USER"), without.err);
  command.environment["PITH_SINK_USER"] = "u";
  command.environment["PITH_SINK_PASSWORD"] = "s3cr3t";
  const Outcome with = run(command);
  BOOST_TEST(with.code == 0, with.err);
  BOOST_TEST(server.documents().size() == std::size_t{articles});
  command.arguments[5] = "http://u:s3cr3t@" + server.url().substr(7);
  const Outcome leaking = run(command);
  BOOST_TEST(leaking.code == 2);
  BOOST_TEST(holds(leaking.err, "--url: holds a user or a password"), leaking.err);
  for (const Outcome& outcome : {without, with, leaking}) BOOST_TEST(!holds(outcome.out + outcome.err, "s3cr3t"));
}

BOOST_AUTO_TEST_CASE(an_interrupt_ends_a_wait) {
  const Project& project = indexed();
  for (const int number : {SIGINT, SIGHUP}) {
    OpenSearchDouble server;
    server.fail(std::vector<SearchDouble::Fault>(100, {.status = 429, .retry_after = "60"}));
    Process process(project.command({"export", "--to", "opensearch", "--url", server.url(), "--index", "pages"}));
    BOOST_REQUIRE(wait_until([&] { return !server.mapping().is_null(); }));
    pause_for(std::chrono::milliseconds(300));
    process.signal(number);
    const Outcome outcome = process.finish();
    BOOST_TEST(outcome.code == 130);
    BOOST_TEST(holds(outcome.err, "interrupted"), outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(conflicting_options_are_refused) {
  const Project& project = indexed();
  struct Wrong {
    std::vector<std::string> arguments;
    const char* named;
  };
  const std::string closed = "http://127.0.0.1:1";
  const std::vector<Wrong> wrong = {{{"--url", closed}, "--url: is only for servers"},
                                    {{"--prune"}, "--prune: is only for servers"},
                                    {{"--to", "nowhere"}, "--to"},
                                    {{"--to", "solr"}, "--url is missing"},
                                    {{"--to", "solr", "--url", closed, "--output", "x"}, "--output: is only for"},
                                    {{"--to", "opensearch", "--url", "ftp://h/"}, "--url ftp://h/"},
                                    {{"--to", "opensearch", "--url", closed, "--index", "X"}, "--index X"},
                                    {{"--batch-bytes", "0"}, "--batch-bytes"}};
  for (const Wrong& each : wrong) {
    std::vector<std::string> arguments = each.arguments;
    arguments.insert(arguments.begin(), "export");
    const Outcome outcome = project.pith(arguments);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.out.empty());
    BOOST_TEST(holds(outcome.err, each.named), outcome.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()
