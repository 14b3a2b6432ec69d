// Synonyms, best bets and the log of queries without an answer: on the terminal, over HTTP, and asked again.
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

const std::string host = "http://tower.example", other_host = "http://quay.example";

const std::string yaml = R"(
search:
  synonyms: [synonyms.txt]
  best_bets: [bets.txt]
sites:
  quay.example:
    search: {synonyms: [quay.txt]}
)";

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string paragraph(int number, const std::string& words) {
  return "<p>" + words + " Chapter " + article_word(number) +
         " of the guide tells more about it, with all that visitors should know before they come.</p>";
}

// Two sites: articles, and on each a page about a paternoster.
struct Tower {
  Project project{yaml};

  Tower() {
    std::string lines;
    for (const std::string& at : {host, other_host}) {
      for (int number = 1; number <= 8; ++number)
        lines += page_line(at + article_target(number),
                           templated("Chapter " + std::to_string(number),
                                     "<h1>Chapter " + std::to_string(number) + "</h1>" + article_text(number)));
      lines += page_line(at + "/ride.html",
                         templated("The ride", "<h1>The ride</h1>" + paragraph(51, "A paternoster goes up the walls.") +
                                                   paragraph(52, "Keep your hands off the doors.")));
      lines += page_line(at + "/visit.html",
                         templated("Your visit", "<h1>Your visit</h1>" + paragraph(53, "Come in when you like.") +
                                                     paragraph(54, "The gryphon opens at nine.")));
    }
    write_file(project / "pages.jsonl", lines);
    write_rules("lift, paternoster\n", "gryphon => " + host + "/ride.html, " + host + "/gone.html\n",
                "lift, gryphon\n");
    project.must({"ingest", project / "pages.jsonl"});
  }

  void write_rules(const std::string& synonyms, const std::string& bets, const std::string& quay) const {
    write_file(project / "synonyms.txt", synonyms);
    write_file(project / "bets.txt", bets);
    write_file(project / "quay.txt", quay);
  }
};

std::vector<std::string> urls(const json& answer) {
  std::vector<std::string> found;
  for (const json& hit : answer.at("hits")) found.push_back(hit.at("url"));
  return found;
}

using Urls = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(search_rules)

BOOST_AUTO_TEST_CASE(on_the_command_line) {
  const Tower tower;
  const Project& project = tower.project;
  const json lift = project.json({"search", "lift", "--site", "tower.example", "--explain"});
  BOOST_TEST((urls(lift) == Urls{host + "/ride.html"}));
  BOOST_TEST(holds(lift.dump(), "lift (or: paternoster)"));
  BOOST_TEST(holds(lift.at("hits").at(0).at("snippet").dump(), R"({"hit":true,"text":"paternoster"})"));
  // Each site has its own; all sites together have all of them.
  BOOST_TEST((urls(project.json({"search", "lift", "--site", "quay.example"})) == Urls{other_host + "/visit.html"}));
  BOOST_TEST(project.json({"search", "lift"}).at("total") == 4);
  BOOST_TEST(project.pith({"search", "lift", "--set", "search.synonyms=[]"}).code == 1);

  const json bet = project.json({"search", "Gryphon"});
  BOOST_TEST(bet.at("total") == 3);
  BOOST_TEST(bet.at("hits").at(0).at("url") == host + "/ride.html");
  BOOST_TEST(bet.at("hits").at(0).at("best_bet") == true);
  BOOST_TEST(!bet.at("hits").at(1).contains("best_bet"));
  BOOST_TEST(holds(project.must({"search", "gryphon"}), "1. The ride  (best bet)\n"));
  BOOST_TEST(holds(project.must({"doctor"}), "bets.txt:1: " + host + "/gone.html is not in the index"));

  write_file(project / "synonyms.txt", "# ours\nlift, paternoster\nlonely\n");
  const Outcome broken = project.pith({"search", "lift"});
  BOOST_TEST(broken.code == 2);
  BOOST_TEST(holds(broken.err, "synonyms.txt:3: \"lonely\" stands alone"));
  const Outcome missing = project.pith({"search", "lift", "--set", "search.synonyms=nowhere.txt"});
  BOOST_TEST(missing.code == 2);
  BOOST_TEST(holds(missing.err, "nowhere.txt: cannot be read: No such file or directory (search.synonyms)"));
}

BOOST_AUTO_TEST_CASE(reloaded_without_a_restart) {
  const Tower tower;
  const Project& project = tower.project;
  Serving serving(project);
  const auto total = [&](const std::string& query) { return serving.search("q=" + query).at("total").get<int>(); };
  BOOST_TEST((urls(serving.search("q=lift&site=tower.example")) == Urls{host + "/ride.html"}));
  BOOST_TEST(serving.search("q=gryphon").at("hits").at(0).at("best_bet") == true);
  BOOST_TEST(holds(serving.get("/?q=gryphon").body, "<p class=\"bet\">Recommended</p>"));
  BOOST_TEST(holds(serving.get("/metrics").body, "pith_search_rules_broken 0\n"));

  tower.write_rules("elevator, paternoster\n", "opening => " + host + "/visit.html\n", "");
  BOOST_TEST(wait_until([&] { return total("elevator") == 2; }));
  BOOST_TEST(total("lift") == 0);
  BOOST_TEST(serving.search("q=opening").at("hits").at(0).at("url") == host + "/visit.html");
  BOOST_TEST(!serving.search("q=gryphon").at("hits").at(0).contains("best_bet"));

  // A broken file changes nothing, and is reported once.
  write_file(project / "synonyms.txt", "lift, paternoster\nlonely\n");
  BOOST_TEST(wait_until([&] {
    (void)total("elevator");
    return holds(serving.get("/metrics").body, "pith_search_rules_broken 1\n");
  }));
  BOOST_TEST(total("elevator") == 2);
  BOOST_TEST(total("lift") == 0);
  std::filesystem::remove(project / "synonyms.txt");
  BOOST_TEST(total("elevator") == 2);
  write_file(project / "synonyms.txt", "lift, paternoster\n");
  BOOST_TEST(wait_until([&] { return total("lift") == 2; }));
  BOOST_TEST(holds(serving.get("/metrics").body, "pith_search_rules_broken 0\n"));
  serving.process().signal(SIGTERM);
  const std::string errors = serving.process().finish().err;
  const std::size_t first = errors.find("\"lonely\" stands alone");
  BOOST_TEST(first != std::string::npos, errors);
  BOOST_TEST(errors.find("\"lonely\" stands alone", first + 1) == std::string::npos, errors);
}

BOOST_AUTO_TEST_CASE(queries_without_an_answer) {
  const Tower tower;
  const Project& project = tower.project;
  const std::string log = project / "queries.jsonl";
  const auto lines = [&] {
    std::vector<json> all;
    const std::string text = read_file(log);
    for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      all.push_back(json::parse(text.substr(begin, end - begin)));
    return all;
  };
  project.pith({"search", "zeppelin"});
  BOOST_TEST(!std::filesystem::exists(log));  // off by default
  project.pith({"search", "zeppelin  hangar", "--log", "queries.jsonl"});
  project.pith({"search", "zeppelin hangar", "--site", "quay.example", "--set", "search.log=queries.jsonl"});
  project.pith({"search", "paternoster", "--log", "queries.jsonl"});               // has an answer
  project.pith({"search", "zeppelin", "--lang", "de", "--log", "queries.jsonl"});  // asks for more than words
  project.pith({"search", "gryphon zeppelin", "--log", "queries.jsonl"});          // only part of it
  BOOST_REQUIRE(lines().size() == 3u);
  BOOST_TEST(lines()[0].at("query") == "zeppelin  hangar");
  BOOST_TEST(lines()[0].at("hits") == 0);
  BOOST_TEST(lines()[1].at("site") == "quay.example");
  BOOST_TEST(lines()[2].at("hits") == 2);
  struct stat status {};
  BOOST_TEST(stat(log.c_str(), &status) == 0);
  BOOST_TEST((status.st_mode & 077) == 0u);  // nobody else's business

  {
    const Serving serving(project, {"--set", "search.log=queries.jsonl"});
    serving.search("q=zeppelin%20hangar");
    serving.search("q=" + std::string(600, 'z'));
    serving.get("/?q=zeppelin%20hangar", {{"User-Agent", "secret-agent"}, {"X-Forwarded-For", "192.0.2.7"}});
  }
  BOOST_REQUIRE(lines().size() == 6u);
  BOOST_TEST(lines()[4].at("query").get<std::string>().size() == 500u);
  for (const char* other : {"127.0.0.1", "192.0.2.7", "secret-agent"}) BOOST_TEST(!holds(read_file(log), other));
  for (const json& line : lines()) BOOST_TEST(line.size() == 4u);  // time, query, site, hits

  const std::string mended = "hangar, paternoster\nzeppelin, paternoster\n";
  tower.write_rules(mended, "", mended);
  write_file(log, read_file(log) + "{\"query\": \"torn");
  const json asked = project.json({"measure", "--from-log", "queries.jsonl"});
  BOOST_TEST(asked.at("queries") == 4);
  BOOST_TEST(asked.at("times") == 6);
  BOOST_TEST(asked.at("answered") == 2);
  BOOST_TEST(asked.at("answered_times") == 4);
  BOOST_TEST(asked.at("unread") == 1);
  BOOST_TEST(asked.at("log").at(0).at("query") == "zeppelin hangar");
  BOOST_TEST(asked.at("log").at(0).at("times") == 3);
  BOOST_TEST(asked.at("log").at(0).at("hits") == 2);
  const std::string shown = project.must({"measure", "--from-log", "queries.jsonl"});
  BOOST_TEST(holds(shown, "Answered now: 2 of 4 queries, asked 4 of 6 times"), shown);
  BOOST_TEST(holds(shown, "Still without an answer: 2 queries, asked 2 times"), shown);
  BOOST_TEST(holds(shown, "1 line could not be read."), shown);
  BOOST_TEST(project.pith({"measure", "--from-log", "pith.yaml"}).code == 2);

  // Full, and not writable.
  for (int i = 0; i < 50; ++i)
    project.pith({"search", "zeppelin" + std::to_string(i) + std::string(300, 'z'), "--log", "queries.jsonl", "--set",
                  "search.log_max_bytes=4096"});
  BOOST_TEST(std::filesystem::file_size(log) <= 4096u);
  BOOST_TEST(std::filesystem::file_size(log + ".1") <= 4096u);
  BOOST_TEST(lines().back().at("query").get<std::string>().starts_with("zeppelin49z"));
  const Outcome unwritable = project.pith({"search", "paternoster dirigible", "--log", "no/such/folder/log"});
  BOOST_TEST(unwritable.code == 0);
  BOOST_TEST(holds(unwritable.err, "no/such/folder/log: cannot be written: No such file or directory"));
}

BOOST_AUTO_TEST_SUITE_END()
