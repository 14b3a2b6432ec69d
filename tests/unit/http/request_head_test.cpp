#include "plugin/serve/request_head.h"

#include <boost/test/unit_test.hpp>
#include <string>

using pith::http::read_head;

namespace {

std::string request(const std::string& fields) { return "GET /?q=a HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(request_head)

BOOST_AUTO_TEST_CASE(what_is_a_request_passes_as_it_is) {
  for (const std::string& fields :
       {std::string(), std::string("X-A:\r\nx-b: \tc d\xc3\xa9 \r\n"), std::string("Content-Length: 48\r\n"),
        std::string("Transfer-Encoding: chunked\r\n"), std::string("Cookie: a=%20; b\r\n")}) {
    const auto head = read_head(request(fields));
    BOOST_REQUIRE_MESSAGE(head.has_value(), fields);
    BOOST_TEST(head->bytes == request(fields));
  }
}

BOOST_AUTO_TEST_CASE(what_others_may_read_otherwise_is_refused) {
  for (const std::string& fields : {std::string("Content-Length : 48\r\n"),
                                    std::string("Content-Length\t: 48\r\n"),
                                    std::string(" Content-Length: 48\r\n"),
                                    std::string("X: a\r\n Content-Length: 48\r\n"),
                                    std::string("X: a\r\n\tb\r\n"),
                                    std::string("Content-Length:\r\n"),
                                    std::string("Content-Length: %30\r\n"),
                                    std::string("Transfer-Encoding: \r\n"),
                                    std::string("TRANSFER-ENCODING:\r\n"),
                                    std::string("Transfer-Encoding : chunked\r\n"),
                                    std::string("Transfer-Encoding: %63hunked\r\n"),
                                    std::string("X: y\nContent-Length: 48\r\n"),
                                    std::string("X: y\rContent-Length: 48\r\n"),
                                    std::string("Content-Length: 48\n\r\n"),
                                    std::string("Content-Length 48\r\n"),
                                    std::string(": a\r\n"),
                                    std::string("Content-Length\0: 48\r\n", 22),
                                    std::string("X: a\0b\r\n", 8),
                                    std::string("X\xc3\xa9: a\r\n"),
                                    std::string("X(y): a\r\n")})
    BOOST_TEST(!read_head(request(fields)).has_value(), fields);
  for (const char* line :
       {"GET  / HTTP/1.1", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "GET /", "GET", "", "GET /a b HTTP/1.1",
        "GET\t/\tHTTP/1.1", "G(T / HTTP/1.1", "GET /\x01 HTTP/1.1", "GET /\n HTTP/1.1"})
    BOOST_TEST(!read_head(std::string(line) + "\r\nHost: h\r\n\r\n").has_value(), line);
  BOOST_TEST(!read_head("").has_value());
  BOOST_TEST(!read_head("GET / HTTP/1.1\r\nHost: h").has_value());
}

// RFC 9112, §3.2.2: the field Host is ignored then.
BOOST_AUTO_TEST_CASE(targets_in_absolute_form_name_the_host) {
  const auto of = [](const std::string& target, const std::string& fields = "Host: other\r\nA: b\r\n") {
    const auto head = read_head("GET " + target + " HTTP/1.1\r\n" + fields + "\r\n");
    return head ? head->bytes : "refused";
  };
  BOOST_TEST(of("http://h.example:8585/a?q=b=c") == "GET /a?q=b%3Dc HTTP/1.1\r\nHost: h.example:8585\r\nA: b\r\n\r\n");
  BOOST_TEST(of("HTTPS://[::1]") == "GET / HTTP/1.1\r\nHost: [::1]\r\nA: b\r\n\r\n");
  BOOST_TEST(of("http://h?q=a") == "GET /?q=a HTTP/1.1\r\nHost: h\r\nA: b\r\n\r\n");
  BOOST_TEST(of("http://h/", "") == "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  for (const char* target : {"http:///a", "http://", "http://user@h/", "http://user:word@h/"})
    BOOST_TEST(of(target) == "refused", target);
  // Other forms stay as they are.
  BOOST_TEST(of("/http://h/") == "GET /http://h/ HTTP/1.1\r\nHost: other\r\nA: b\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(values_keep_their_equals_and_question_marks) {
  const auto query = [](const std::string& text) {
    const auto head = read_head("GET /?" + text + " HTTP/1.1\r\nHost: h?a=b=c\r\n\r\n");
    BOOST_REQUIRE(head.has_value());
    const std::string begin = "GET /?", end = " HTTP/1.1\r\nHost: h?a=b=c\r\n\r\n";
    BOOST_REQUIRE(head->bytes.starts_with(begin) && head->bytes.ends_with(end));
    return head->bytes.substr(begin.size(), head->bytes.size() - begin.size() - end.size());
  };
  BOOST_TEST(query("q=a=b") == "q=a%3Db");
  BOOST_TEST(query("q=a;limit=1&limit=2=3") == "q=a;limit%3D1&limit=2%3D3");
  BOOST_TEST(query("url=http://e.example/?id=7&a&b=") == "url=http://e.example/%3Fid%3D7&a&b=");
  BOOST_TEST(query("?==&=") == "%3F=%3D&=");
}

BOOST_AUTO_TEST_CASE(a_wish_to_close_is_seen) {
  for (const char* value : {"close", "Close", " CLOSE ", "te, close", "close,te", "te ,\tclose"})
    BOOST_TEST(read_head(request(std::string("Connection:") + value + "\r\n"))->close, value);
  for (const char* value : {"", "keep-alive", "closed", "clos", "x-close", "close te"})
    BOOST_TEST(!read_head(request(std::string("Connection: ") + value + "\r\n"))->close, value);
  BOOST_TEST(!read_head(request("X-Connection: close\r\n"))->close);
  for (const char* fields : {"Content-Length: 48\r\n", "Content-Length: 0\r\nContent-Length: +1\r\n",
                             "Transfer-Encoding: chunked\r\n", "transfer-encoding: 0 x\r\n"})
    BOOST_TEST(read_head(request(fields))->has_body, fields);
  BOOST_TEST(!read_head(request("Content-Length: 0\r\n"))->has_body);
}

BOOST_AUTO_TEST_CASE(a_body_has_one_length) {
  BOOST_TEST(read_head(request("content-length: 48\r\n"))->body == 48u);
  for (const char* fields :
       {"Content-Length: 48\r\nContent-Length: 48\r\n", "Content-Length: 0\r\nContent-Length: 48\r\n",
        "Content-Length: 48\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 48\r\n",
        "Content-Length: 4 8\r\n", "Content-Length: -4\r\n", "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: 48\r\n", "Content-Length: 48, 48\r\n"})
    BOOST_TEST(read_head(request(fields))->body == 0u, fields);
}

BOOST_AUTO_TEST_CASE(ranges_are_left_out) {
  BOOST_TEST(read_head(request("Range: bytes=0-1\r\nX: y\r\nrange: z\r\n"))->bytes == request("X: y\r\n"));
  BOOST_TEST(read_head(request("If-Range: a\r\n"))->bytes == request("If-Range: a\r\n"));
}

BOOST_AUTO_TEST_SUITE_END()
