#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/read_input.h"

using namespace pith::test;

namespace {

WhatWasRead read(const std::string& bytes, pith::ingest::Options options = {}) {
  WhatWasRead read = read_bytes(bytes, "jsonl", options);
  BOOST_TEST(read.adds_up());
  return read;
}

pith::crawl::CapturedPage one(const std::string& line) {
  const auto out = read(line);
  BOOST_REQUIRE_MESSAGE(out.pages.size() == 1,
                        line << (out.report.first_losses.empty() ? "" : out.report.first_losses[0].what));
  return out.pages[0];
}

const std::string good = R"({"url":"http://h.example/good","body":"<p>x"})";

}  // namespace

BOOST_AUTO_TEST_SUITE(json_lines)

BOOST_AUTO_TEST_CASE(all_keys) {
  const auto page = one(R"({"url":"http://h.example/a","status":404,"fetched":1795296920,)"
                        R"("headers":{"Content-Type":"text/html; charset=latin1","ETag":["e","f"]},"body_base64":")" +
                        base64("<p>\xe9") + R"(","more":{"deep":[1,2]}})");
  BOOST_TEST(page.url == "http://h.example/a");
  BOOST_TEST(page.status == 404);
  BOOST_TEST(page.charset == "latin1");
  BOOST_TEST(page.etag == "e");
  BOOST_TEST(page.fetched == 1795296920);
  BOOST_TEST(page.body == "<p>\xe9");
}

BOOST_AUTO_TEST_CASE(the_last_line_says_whether_the_source_is_whole) {
  const std::string end = "{\"end\": true}";
  for (const std::string& whole : {good + "\n" + end, good + "\n" + end + "\n", good + "\r\n {\"end\":true} \r\n\r\n",
                                   end + "\n" + good + "\n" + end + "\n", end + "\n"}) {
    const auto out = read(whole);
    BOOST_TEST(out.report.ended, whole);
    BOOST_TEST(out.report.losses == 0, whole);
    BOOST_TEST(out.pages.size() == (whole.find("good") != std::string::npos ? 1u : 0u), whole);
  }
  for (const std::string& open : {good + "\n", good + "\n" + end + "\n" + good + "\n", std::string("\n")})
    BOOST_TEST(!read_bytes(open, "jsonl").report.ended, open);
  // Not this line, though similar.
  for (const char* other :
       {"{\"end\": false}", "{\"end\": 1}", "{\"end\": true, \"url\": 1}", "{\"end\": true", "end"}) {
    const auto out = read(good + "\n" + other + "\n");
    BOOST_TEST(!out.report.ended, other);
    BOOST_TEST(out.report.losses == 1, other);
  }
}

BOOST_AUTO_TEST_CASE(other_forms) {
  BOOST_TEST(one(R"({"url":"http://h.example/","body":""})").status == 200);
  BOOST_TEST(one(R"({"url":"http://h.example/","body":"","fetched":"2026-11-21T21:35:20Z"})").fetched == 1795296920);
  BOOST_TEST(one(R"({"url":"http://h.example/","status":301,"headers":[["Location","/b"],["X","y"]]})").redirect_to ==
             "/b");
  BOOST_TEST(
      one(R"({"url":"http://h.example/","headers":null,"body":null,"body_base64":null,"fetched":null})").body.empty());
  // Text is UTF-8, whatever the header says about the bytes.
  const auto text =
      one(R"({"url":"http://h.example/",)"
          R"("headers":{"content-type":"text/html; charset=latin1","content-encoding":"gzip"},"body":"<p>\u00e9"})");
  BOOST_TEST(text.body == "<p>é");
  BOOST_TEST(text.charset == "utf-8");
  BOOST_TEST(one(R"({"url":"http://h.example/","headers":{"content-encoding":"gzip"},"body_base64":")" +
                 base64(gzip("<p>z")) + "\"}")
                 .body == "<p>z");
  BOOST_TEST(one(R"({"url":"http://h.example/","headers":{"content-encoding":"gzip"},"body_base64":")" +
                 base64("<p>z") + "\"}")
                 .body == "<p>z");
}

BOOST_AUTO_TEST_CASE(bad_lines_are_reported_with_their_number_and_the_rest_is_read) {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"not json", "line 2: is not JSON: column 2: invalid literal; "},
      {"[1,2]", "line 2: is not a JSON object"},
      {R"({"status":200})", "line 2: has no \"url\""},
      {R"({"url":7})", "line 2: \"url\" is not text"},
      {R"({"url":"mailto:x"})", "line 2: \"url\" is not an http"},
      {R"({"url":"http://h.example:99999/"})", "line 2: \"url\" has an impossible host or port"},
      {R"({"url":"http://h.example/","html":"<p>x"})", "line 2: has neither \"body\" nor"},
      {R"({"url":"http://h.example/","status":"200"})", "line 2: \"status\""},
      {R"({"url":"http://h.example/","status":99999999999})", "line 2: \"status\""},
      {R"({"url":"http://h.example/","headers":"x"})", "line 2: \"headers\""},
      {R"({"url":"http://h.example/","headers":[["a"]]})", "line 2: \"headers\""},
      {R"({"url":"http://h.example/","headers":{"a":1}})", "line 2: \"headers\""},
      {R"({"url":"http://h.example/","fetched":-1})", "line 2: \"fetched\""},
      {R"({"url":"http://h.example/","fetched":1e300})", "line 2: \"fetched\""},
      {R"({"url":"http://h.example/","fetched":"today"})", "line 2: \"fetched\""},
      {R"({"url":"http://h.example/","body":7})", "line 2: \"body\""},
      {R"({"url":"http://h.example/","body_base64":"###"})", "line 2: \"body_base64\""},
      {R"({"url":"http://h.example/","body_base64":"QUJ"})", "line 2: \"body_base64\""},
      {R"({"url":"http://h.example/","body":")"
       "\xff\xfe"
       R"("})",
       "line 2: is not JSON"},
      {R"({"url":"http://h.example/","headers":{"content-encoding":"gzip"},"body_base64":")" +
           base64(gzip("<p>z").substr(0, 12)) + "\"}",
       "line 2: http://h.example/: its body"},
      {R"({"url":"http://h.example/","body":"cut off)", "line 2: is not JSON"}};
  for (const auto& [line, what] : bad) {
    const auto out = read(good + "\n" + line + "\n\n" + good + "\n");
    BOOST_TEST(out.pages.size() == 2u, line);
    BOOST_TEST(out.report.losses == 1, line);
    if (out.report.losses != 1) continue;
    const auto& loss = out.report.first_losses[0];
    BOOST_TEST(loss.what.starts_with(what), loss.what);
    BOOST_TEST(loss.offset == good.size() + 1);
    BOOST_TEST(loss.record == 2);
  }
}

BOOST_AUTO_TEST_CASE(urls_that_cannot_be_are_counted_as_such) {
  const auto out = read(R"({"url":"http://h.example:99999/"})"
                        "\n"
                        R"({"url":"https:///a"})"
                        "\n"
                        R"({"url":"ftp://h/"})");
  BOOST_TEST(out.left_out("bad_url") == 2);
  BOOST_TEST(out.left_out("bad_line") == 1);
}

BOOST_AUTO_TEST_CASE(lines_made_to_fill_memory) {
  const auto out = read(std::string(2'000'000, '[') + "\n" + R"({"url":"http://h.example/","x":[)" + [] {
    std::string zeros;
    for (int i = 0; i < 500'000; ++i) zeros += "0,";
    return zeros;
  }() + "0]}\n" + good);
  BOOST_TEST(out.pages.size() == 1u);
  BOOST_TEST(out.left_out("bad_line") == 2);
}

BOOST_AUTO_TEST_CASE(lines_over_the_bound_are_skipped) {
  const auto out = read(R"({"url":"http://h.example/","body":")" + std::string(3 << 20, 'x') + "\"}\n" + good + "\n",
                        {.page_max_bytes = 1000, .url_prefix = {}});
  BOOST_TEST(out.pages.size() == 1u);
  BOOST_TEST(out.left_out("too_large") == 1);
}

BOOST_AUTO_TEST_CASE(compressed_and_damaged) {
  std::string damaged = gzip(good + "\n" + good + "\n");
  damaged[damaged.size() - 6] = static_cast<char>(~damaged[damaged.size() - 6]);
  const auto out = read(gzip(good + "\n") + damaged + gzip(good + "\n"));
  BOOST_TEST(out.pages.size() == 3u);  // the line that ends at the wrong checksum is not used
  BOOST_TEST(out.report.losses == 1);
}

BOOST_AUTO_TEST_CASE(an_end_does_not_hide_damage) {
  const std::string end = "{\"end\": true}";
  BOOST_TEST(read(gzip(good + "\n" + end + "\n")).report.ended);
  for (const std::string& after : {std::string("\n"), std::string(), std::string("\n\n")}) {
    const std::string whole = gzip(good + "\n" + end + after);
    std::string wrong = whole;
    wrong[wrong.size() - 6] = static_cast<char>(~wrong[wrong.size() - 6]);
    for (const std::string& damaged : {wrong, whole.substr(0, whole.size() - 5)}) {
      const auto out = read(damaged);
      BOOST_TEST(!out.report.ended);
      BOOST_TEST(out.report.losses == 1);
      BOOST_TEST(out.pages.size() == 1u);
    }
  }
  // Nor is the beginning of a line that is longer than any record one.
  pith::ingest::Options small;
  small.page_max_bytes = 1000;
  BOOST_TEST(!read(good + "\n" + end + std::string(8 << 20, ' ') + "x\n", small).report.ended);
}

BOOST_AUTO_TEST_SUITE_END()
