#include "plugin/measure/logged_queries.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <string>

using namespace pith;
using namespace pith::measure;

namespace {

std::string line(const std::string& query, const std::string& time = "2026-01-01T00:00:00Z",
                 const std::string& site = "") {
  return nlohmann::json{{"time", time}, {"query", query}, {"site", site}, {"hits", 0}}.dump() + "\n";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(logged_queries)

BOOST_AUTO_TEST_CASE(queries_are_counted) {
  const auto log = parse_search_log(line("once") + line("twice", "2026-03-01T00:00:00Z") + line(" twice ") + "\r\n" +
                                        line("twice", "2026-02-01T00:00:00Z", "a.example") + line("", "") +
                                        "{\"query\": 5}\n[1]\n\xff\n{\"query\": \"torn",
                                    "x.jsonl");
  BOOST_REQUIRE(log.ok());
  BOOST_TEST(log->unread == 5u);
  BOOST_REQUIRE(log->queries.size() == 3u);
  BOOST_TEST(log->queries[0].text == "twice");
  BOOST_TEST(log->queries[0].times == 2u);
  BOOST_TEST(log->queries[0].first == "2026-01-01T00:00:00Z");
  BOOST_TEST(log->queries[0].last == "2026-03-01T00:00:00Z");
  BOOST_TEST(log->queries[1].text == "once");
  BOOST_TEST(log->queries[2].site == "a.example");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_log) {
  for (const char* text : {"", "\n", "a: b\n", "{}\n"}) {
    const auto log = parse_search_log(text, "x.jsonl");
    BOOST_REQUIRE(!log.ok());
    BOOST_TEST(log.error().code == "search_log");
    BOOST_TEST(log.error().message.starts_with("x.jsonl: no query in it; "));
  }
}

BOOST_AUTO_TEST_CASE(what_has_an_answer_now) {
  const auto log = parse_search_log(line("found") + line("found") + line("partly") + line("a AND"), "x.jsonl");
  const auto asked = ask_again(
      *log,
      [](const index::Query& query) -> Result<index::Hits> {
        if (query.text == "a AND") return wrong_request("query_syntax", "query: not complete");
        index::Hits hits;
        hits.total = 3;
        hits.complete = query.text == "found" ? 2 : 0;
        hits.hits.resize(1);
        hits.hits[0].url = "http://a.example/";
        return hits;
      },
      nullptr);
  BOOST_REQUIRE(asked.ok());
  const auto json = nlohmann::json::parse(log_json(*asked));
  BOOST_TEST(json.at("answered") == 1);
  BOOST_TEST(json.at("answered_times") == 2);
  BOOST_TEST(json.at("log").at(0).at("page") == "http://a.example/");
  BOOST_TEST(json.at("log").at(0).at("partial") == 1);
  BOOST_TEST(json.at("log").at(1).at("partial") == 3);
  BOOST_TEST(!json.at("log").at(1).contains("page"));
  BOOST_TEST(json.at("log").at(2).at("error") == "query: not complete");
  const auto tables = log_tables(*asked, 1);
  BOOST_REQUIRE(tables.size() == 2u);
  BOOST_TEST(tables[0].title == "Answered now: 1 of 3 queries, asked 2 of 4 times");
  BOOST_TEST(tables[1].title == "Still without an answer: 2 queries, asked 2 times");
  BOOST_TEST(tables[1].rows.size() == 1u);
  BOOST_TEST(tables[1].note == "… 1 more; --json has all.");

  // An index that cannot be read is no answer.
  const auto broken = ask_again(
      *log,
      [](const index::Query&) {
        return Error{"index_read", "no"};
      },
      nullptr);
  BOOST_TEST(!broken.ok());
}

BOOST_AUTO_TEST_SUITE_END()
