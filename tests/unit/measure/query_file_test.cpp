#include "plugin/measure/query_file.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using namespace pith::measure;

namespace {

std::string error_of(const std::string& text) {
  const auto queries = parse_query_file(text, "q.tsv");
  BOOST_REQUIRE(!queries.ok());
  BOOST_TEST(queries.error().code == "query_file");
  return queries.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_file)

BOOST_AUTO_TEST_CASE(lines_of_one_query_are_taken_together) {
  const auto queries = parse_query_file(
      "\xef\xbb\xbf# ours\r\n\r\nvirtual host\thttp://Example.org:80/a  http://example.org/b#x\t3\r\n"
      "\"report a bug\"\thttp://example.org/bugs\nvirtual host\thttp://example.org/c",
      "q.tsv");
  BOOST_REQUIRE(queries.ok());
  BOOST_REQUIRE(queries->size() == 2);
  const TestQuery& first = queries->front();
  BOOST_TEST(first.text == "virtual host");
  BOOST_REQUIRE(first.relevant.size() == 3);
  BOOST_TEST(first.relevant[0].url == "http://example.org/a");
  BOOST_TEST(first.relevant[0].grade == 3);
  BOOST_TEST(first.relevant[1].url == "http://example.org/b");
  BOOST_TEST(first.relevant[2].grade == 1);
  BOOST_TEST(queries->back().text == "\"report a bug\"");
}

BOOST_AUTO_TEST_CASE(grade_0_is_a_judgement_too) {
  const auto queries = parse_query_file(
      "fares\thttp://x.org/a\t0\nfares\thttp://x.org/b\t2\nfares\thttp://x.org/c http://x.org/d\t0", "q.tsv");
  BOOST_REQUIRE(queries.ok());
  BOOST_REQUIRE(queries->size() == 1);
  BOOST_REQUIRE(queries->front().relevant.size() == 1);
  BOOST_TEST(queries->front().relevant[0].url == "http://x.org/b");
  BOOST_TEST(
      (queries->front().irrelevant == std::vector<std::string>{"http://x.org/a", "http://x.org/c", "http://x.org/d"}));
}

BOOST_AUTO_TEST_CASE(errors_name_file_and_line) {
  BOOST_TEST(error_of("a\thttp://x.org/\nno tab here\n") ==
             "q.tsv:2: expected query, tab, URLs, and optionally tab, grade; got \"no tab here\"");
  BOOST_TEST(error_of("a\tb\t1\t2") ==
             "q.tsv:1: expected query, tab, URLs, and optionally tab, grade; got \"a?b?1?2\"");
  BOOST_TEST(error_of("\n \thttp://x.org/") == "q.tsv:2: the query is empty");
  BOOST_TEST(error_of("a\t ") == "q.tsv:1: the query has no URL of a page that answers it");
  BOOST_TEST(error_of("a\tx.org/b") == "q.tsv:1: expected an http or https URL, got \"x.org/b\"");
  for (const std::string grade : {"11", "-1", "2.5", "good", ""})
    BOOST_TEST(error_of("a\thttp://x.org/\t" + grade) ==
               "q.tsv:1: expected a grade from 0 to 10, got \"" + grade + "\"");
  BOOST_TEST(error_of("a\thttp://x.org/\t2\na\thttp://x.org/\t1") ==
             "q.tsv:2: http://x.org/ has grade 2 already, for the same query");
  BOOST_TEST(error_of("a\thttp://x.org/\t0\na\thttp://x.org/\t1") ==
             "q.tsv:2: http://x.org/ has grade 0 already, for the same query");
  BOOST_TEST(error_of("a\thttp://x.org/\n\"b\thttp://x.org/") ==
             "q.tsv:2: \"\"b\": query, character 1: this quote is not closed");
  BOOST_TEST(
      error_of("titel:a\thttp://x.org/").starts_with("q.tsv:1: \"titel:a\": query, character 1: there is no field"));
  BOOST_TEST(error_of("# nothing\n") == "q.tsv: no query in it; a line is: query, tab, URLs of pages that answer it");
}

BOOST_AUTO_TEST_SUITE_END()
