#include "crawler_adapter/page/http_message.h"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace pith::crawl;

namespace {

HttpHead head(const std::string& bytes) {
  const auto parsed = parse_http_head(bytes);
  BOOST_REQUIRE_MESSAGE(parsed.ok(), (parsed.ok() ? "" : parsed.error().message));
  return *parsed;
}

std::string code(const std::string& bytes) {
  const auto parsed = parse_http_head(bytes);
  return parsed.ok() ? "" : parsed.error().code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(http_message)

BOOST_AUTO_TEST_CASE(plain_head) {
  const std::string text = "HTTP/1.1 301 Moved\r\nLocation: /a\r\nCONTENT-Type:text/html\r\n\r\nbody";
  const HttpHead h = head(text);
  BOOST_TEST(h.status == 301);
  BOOST_TEST(h.fields.get("location") == "/a");
  BOOST_TEST(h.fields.get("content-type") == "text/html");
  BOOST_TEST(h.fields.get("etag").empty());
  BOOST_TEST(text.substr(h.size) == "body");
}

BOOST_AUTO_TEST_CASE(odd_status_lines) {
  BOOST_TEST(head("HTTP/2 200\n\n").status == 200);
  BOOST_TEST(head("http/1.0 404 not found\r\n\r\n").status == 404);
  BOOST_TEST(head("ICY 200 OK\r\n\r\n").status == 200);
  BOOST_TEST(head("HTTP/1.1  500\r\n\r\n").status == 500);
  for (const char* bad : {"", "\r\n\r\n", "<html>", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 abc", "HTTP/1.1 20",
                          "HTTP/1.1 -20 x", "FTP/1 200 OK\n\n"})
    BOOST_TEST(code(bad) == "bad_http", bad);
}

BOOST_AUTO_TEST_CASE(line_ends_and_folds) {
  const HttpHead h = head("HTTP/1.1 200 OK\nA: one\n  two\n\tthree\nno colon here\n: no name\nB:\n\nrest");
  BOOST_TEST(h.fields.get("a") == "one two three");
  BOOST_TEST(h.fields.fields.size() == 2u);
  BOOST_TEST(h.fields.get("b").empty());
}

BOOST_AUTO_TEST_CASE(head_without_end_is_all_head) {
  const HttpHead h = head("HTTP/1.1 200 OK\r\nLocation: /x");
  BOOST_TEST(h.fields.get("location") == "/x");
  BOOST_TEST(h.size == 29u);
}

BOOST_AUTO_TEST_CASE(interim_responses_are_passed_over) {
  const std::string text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nbody";
  BOOST_TEST(head(text).status == 200);
  BOOST_TEST(text.substr(head(text).size) == "body");
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "HTTP/1.1 100 Continue\r\n\r\n";
  BOOST_TEST(code(many) == "bad_http");
}

BOOST_AUTO_TEST_CASE(control_characters_become_spaces) {
  using namespace std::string_literals;
  BOOST_TEST(head("HTTP/1.1 200 OK\r\nLocation: /a\0b\x1b[31m\x7f/\r\n\r\n"s).fields.get("location") == "/a b [31m /");
}

BOOST_AUTO_TEST_CASE(bounds) {
  BOOST_TEST(code("HTTP/1.1 200 OK\r\nA: " + std::string(max_head_bytes, 'x') + "\r\n\r\n") == "bad_http");
  std::string many = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 5000; ++i) many += "a: b\r\n";
  BOOST_TEST(head(many + "\r\n").fields.fields.size() == max_head_fields);
  BOOST_TEST(!head_size("no empty line\r\n").has_value());
  BOOST_TEST(*head_size("\nx") == 1u);
}

BOOST_AUTO_TEST_CASE(repeated_fields_are_joined) {
  const HttpHead h = head("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nX: 1\r\ncontent-encoding: br\r\n\r\n");
  BOOST_TEST(h.fields.all("content-encoding") == "gzip, br");
  BOOST_TEST(h.fields.get("content-encoding") == "gzip");
}

BOOST_AUTO_TEST_CASE(content_types) {
  const auto check = [](const char* value, const char* type, const char* charset) {
    const ContentType split = split_content_type(value);
    BOOST_TEST(split.type == type, value);
    BOOST_TEST(split.charset == charset, value);
  };
  check("text/html", "text/html", "");
  check(" text/html ; Charset = \"UTF-8\" ; x=y", "text/html", "UTF-8");
  check("text/html;level=1;charset='latin1'", "text/html", "latin1");
  check(";;;=;charset", "", "");
  check("", "", "");
  // The header came several times.
  check("text/html, text/html", "text/html", "");
  check("text/html; charset=latin1, text/html", "text/html", "latin1");
  check("text/html; charset=latin1, TEXT/html;charset=utf-8", "TEXT/html", "utf-8");
  check("text/plain; charset=latin1, text/html", "text/html", "");
  check("text/html, ,", "text/html", "");
  check("text/html,charset=utf-8", "text/html", "");
  check("nonsense, text/html; charset=utf-8", "text/html", "utf-8");
  check("application/xhtml+xml, text/html", "text/html", "");
  check("text/html; title=\"a, b\"; charset=koi8-r", "text/html", "koi8-r");
}

BOOST_AUTO_TEST_CASE(chunks) {
  const auto check = [](const std::string& chunked, const std::string& bytes, bool complete) {
    const Unpacked out = dechunk(chunked);
    BOOST_TEST(out.bytes == bytes, chunked);
    BOOST_TEST(out.complete == complete, chunked);
  };
  check("4\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n", "Wikipedia", true);
  check("4;name=value\nWiki\n0\n\n", "Wiki", true);
  check("A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n", "0123456789", true);
  check("0\r\n\r\n", "", true);
  check("", "", true);
  check("4\r\nWiki\r\n", "Wiki", false);  // the server closed between two chunks
  check("9\r\nWiki", "Wiki", false);
  check("4\r\nWiki\r\nzz\r\nrest", "Wiki", false);
  check("<html>not chunked</html>", "<html>not chunked</html>", true);  // only the header says so
  check("FFFFFFFFFFFFFFFFFF\r\nx", "FFFFFFFFFFFFFFFFFF\r\nx", true);
  check("FFFFFFFFFFFFFFFF\r\nx", "x", false);
}

BOOST_AUTO_TEST_SUITE_END()
