// The client against malicious servers on loopback.
#include "crawler_adapter/fetch/detail/http_client.h"

#include <stdlib.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "tests/support/gzip.h"
#include "tests/support/raw_server.h"

using namespace pith::crawl;
using namespace std::chrono_literals;
using pith::test::http_answer;
using pith::test::RawServer;

namespace {

HttpOptions on_loopback() {
  HttpOptions options;
  options.user_agent = "Pith/test (+https://example.org/)";
  options.addresses = AddressPolicy::also_private;
  options.timeout_ms = 10'000;
  return options;
}

std::string failure_of(const HttpAnswer& answer) { return answer.failure ? name_of(answer.failure->reason) : ""; }
std::string message_of(const HttpAnswer& answer) { return answer.failure ? answer.failure->message : ""; }

bool everything(int, const std::string&) { return true; }
bool nothing(int, const std::string&) { return false; }

// Sends header or body one byte at a time, as long as the client listens.
RawServer::Script dripping(const std::string& beginning) {
  return [beginning](RawServer::Connection& connection) {
    if (!connection.write(beginning)) return RawServer::Then::close;
    while (connection.write("a") && connection.pause(20ms)) {
    }
    return RawServer::Then::close;
  };
}

RawServer::Script endless(const std::string& beginning, const std::string& piece) {
  return [beginning, piece](RawServer::Connection& connection) {
    if (!connection.write(beginning)) return RawServer::Then::close;
    while (connection.write(piece)) {
    }
    return RawServer::Then::close;
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(http_client)

BOOST_AUTO_TEST_CASE(an_answer_with_its_headers) {
  RawServer server;
  server.put("/a?b=c", http_answer(200, "<p>hello",
                                   "Content-Type: text/html; charset=x\r\nETag: \"e\"\r\n"
                                   "Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT\r\nRetry-After: 7\r\n"));
  const HttpAnswer answer = HttpClient(on_loopback()).get(server.url("/a?b=c"), everything);
  BOOST_TEST(failure_of(answer) == "", message_of(answer));
  BOOST_TEST(answer.status == 200);
  BOOST_TEST(answer.body == "<p>hello");
  BOOST_TEST(answer.content_type == "text/html; charset=x");
  BOOST_TEST(answer.etag == "\"e\"");
  BOOST_TEST(answer.last_modified == "Mon, 01 Jan 2024 00:00:00 GMT");
  BOOST_TEST(answer.retry_after_seconds == 7);
  BOOST_TEST(server.last_head().find("User-Agent: Pith/test (+https://example.org/)\r\n") != std::string::npos);
  BOOST_TEST(server.last_head().find("gzip") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_private_address_in_any_spelling) {
  RawServer server, server6("::1");
  HttpOptions options = on_loopback();
  options.addresses = AddressPolicy::global_only;
  const std::string port = std::to_string(server.port());
  options.resolve = {"rebound.example:" + port + ":127.0.0.1", "mapped.example:" + port + ":[::ffff:127.0.0.1]"};
  HttpClient client(options);
  for (const char* host : {"127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001",
                           "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "0.0.0.0", "0", "[::]",
                           "localhost", "rebound.example", "mapped.example", "%31%32%37.0.0.1"}) {
    const HttpAnswer answer = client.get(server.url("/", host), everything);
    BOOST_TEST(failure_of(answer) == "private_address",
               host << ": " << failure_of(answer) << " " << message_of(answer));
    BOOST_TEST(answer.status == 0);
  }
  BOOST_TEST(failure_of(client.get(server6.url("/"), everything)) == "private_address");
  for (const char* url : {"http://10.0.0.1/", "http://192.168.0.1/", "http://169.254.169.254/latest/meta-data/",
                          "http://100.64.0.1/", "http://[fd00::1]/", "http://[fe80::1]/", "http://[64:ff9b::a00:1]/",
                          "http://[2002:7f00:1::]/", "http://224.0.0.1/", "http://255.255.255.255/"})
    BOOST_TEST(failure_of(client.get(url, everything)) == "private_address", url);
  BOOST_TEST(server.connections() == 0);
  BOOST_TEST(server6.connections() == 0);
}

BOOST_AUTO_TEST_CASE(link_local_is_refused_even_where_private_is_allowed) {
  HttpClient client(on_loopback());
  const HttpAnswer answer = client.get("http://169.254.169.254/", everything);
  BOOST_TEST(failure_of(answer) == "private_address");
  BOOST_TEST(message_of(answer).find("169.254.169.254 is a link-local address") != std::string::npos,
             message_of(answer));
}

// A name that resolved to a good address at first, and resolves to a bad one now.
BOOST_AUTO_TEST_CASE(rebinding_is_seen_at_the_connection) {
  RawServer server;
  server.put("/", http_answer(200, "good"));
  const std::string name = "twofaced.example:" + std::to_string(server.port()) + ":";
  HttpOptions options = on_loopback();
  options.resolve = {name + "127.0.0.1"};
  BOOST_TEST(HttpClient(options).get(server.url("/", "twofaced.example"), everything).body == "good");
  options.resolve = {name + "169.254.169.254"};
  BOOST_TEST(failure_of(HttpClient(options).get(server.url("/", "twofaced.example"), everything)) == "private_address");
  // Both at once: it connects only to the good one.
  options.resolve = {name + "169.254.169.254,127.0.0.1"};
  BOOST_TEST(HttpClient(options).get(server.url("/", "twofaced.example"), everything).body == "good");
}

BOOST_AUTO_TEST_CASE(the_environments_proxy_is_not_asked) {
  RawServer server, proxy;
  server.put("/", http_answer(200, "direct"));
  proxy.put(server.url("/"), http_answer(200, "by proxy"));
  for (const char* name : {"http_proxy", "all_proxy", "ALL_PROXY"}) setenv(name, proxy.url("").c_str(), 1);
  BOOST_TEST(HttpClient(on_loopback()).get(server.url("/"), everything).body == "direct");
  for (const char* name : {"http_proxy", "all_proxy", "ALL_PROXY"}) unsetenv(name);
  BOOST_TEST(proxy.connections() == 0);
}

BOOST_AUTO_TEST_CASE(nothing_but_http_and_no_credentials) {
  RawServer server;
  HttpClient client(on_loopback());
  const std::string port = std::to_string(server.port());
  for (const std::string& url : std::vector<std::string>{
           "file:///etc/passwd", "gopher://127.0.0.1:" + port + "/_x", "ftp://127.0.0.1:" + port + "/",
           "dict://127.0.0.1:" + port + "/", "http://user:password@127.0.0.1:" + port + "/"}) {
    const HttpAnswer answer = client.get(url, everything);
    BOOST_TEST(failure_of(answer) == "transfer_failed", url);
    BOOST_TEST(answer.body == "");
  }
  BOOST_TEST(server.connections() == 0);
}

// The path is sent exactly as it was checked against robots.txt.
BOOST_AUTO_TEST_CASE(the_path_is_sent_as_it_is) {
  RawServer server;
  server.put("/a/../b/./%2e", http_answer(200, "as it is"));
  BOOST_TEST(HttpClient(on_loopback()).get(server.url("/a/../b/./%2e"), everything).body == "as it is");
}

BOOST_AUTO_TEST_CASE(redirects_are_handed_over) {
  RawServer server;
  server.put("/", pith::test::http_redirect("/elsewhere"));
  const HttpAnswer answer = HttpClient(on_loopback()).get(server.url("/"), everything);
  BOOST_TEST(answer.status == 301);
  BOOST_TEST(answer.location == "/elsewhere");
  BOOST_TEST(server.asked().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_connection_is_used_again) {
  RawServer server;
  server.put("/page", http_answer(200, "<p>page"));
  HttpClient client(on_loopback());
  for (int i = 0; i < 5; ++i) {
    BOOST_TEST(client.get(server.url("/page"), everything).body == "<p>page");
    BOOST_TEST(client.get(server.url("/page"), nothing).body == "");
    BOOST_TEST(client.get(server.url("/missing"), everything).status == 404);
  }
  BOOST_TEST(server.connections() == 1);
}

BOOST_AUTO_TEST_CASE(who_trickles_is_left) {
  RawServer server;
  server.put("/header", dripping("HTTP/1.1 200 OK\r\nX: "));
  server.put("/body", dripping("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"));
  server.put("/silence", [](RawServer::Connection& connection) {
    connection.pause(1h);
    return RawServer::Then::close;
  });
  HttpOptions options = on_loopback();
  options.timeout_ms = 300;
  HttpClient client(options);
  for (const char* target : {"/header", "/body", "/silence"}) {
    const HttpAnswer answer = client.get(server.url(target), everything);
    BOOST_TEST(failure_of(answer) == "timeout", target);
    BOOST_TEST(answer.body == "");
  }
}

BOOST_AUTO_TEST_CASE(what_has_no_end_is_cut_off) {
  RawServer server;
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  const std::string kilobyte(1024, 'a');
  server.put("/body", endless(head + "\r\n", kilobyte));
  server.put("/chunked", endless(head + "Transfer-Encoding: chunked\r\n\r\n", "400\r\n" + kilobyte + "\r\n"));
  server.put("/headers", endless(head, "X: " + kilobyte + "\r\n"));
  server.put("/header", endless(head + "X: ", kilobyte));
  server.put("/interim", endless("", "HTTP/1.1 100 Continue\r\nX: " + kilobyte + "\r\n\r\n"));
  HttpClient client(on_loopback());
  for (const char* target : {"/body", "/chunked"}) {
    BOOST_TEST(failure_of(client.get(server.url(target), everything, 100'000)) == "too_large", target);
    const HttpAnswer cut = client.get(server.url(target), everything, 100'000, HttpClient::Overlong::cut);
    BOOST_TEST(failure_of(cut) == "");
    BOOST_TEST(cut.body == std::string(100'000, 'a'));
    const HttpAnswer dropped = client.get(server.url(target), nothing);
    BOOST_TEST(failure_of(dropped) == "");
    BOOST_TEST(dropped.status == 200);
    BOOST_TEST(dropped.content_type == "text/html");
  }
  for (const char* target : {"/headers", "/interim"})
    BOOST_TEST(failure_of(client.get(server.url(target), everything)) == "headers_too_large", target);
  const std::string one_header = failure_of(client.get(server.url("/header"), everything));
  BOOST_TEST((one_header == "headers_too_large" || one_header == "transfer_failed"),
             one_header);  // libcurl's own limit
}

BOOST_AUTO_TEST_CASE(bombs_are_not_unpacked) {
  RawServer server;
  const std::string gzip = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
  const std::string zeros = pith::test::gzip(std::string(64 << 20, '\0'));  // 64 kB compressed
  server.put("/bomb", http_answer(200, zeros, gzip));
  server.put("/bomb-in-bomb",
             http_answer(200, pith::test::gzip(zeros), "Content-Type: text/html\r\nContent-Encoding: gzip, gzip\r\n"));
  server.put("/small", http_answer(200, pith::test::gzip(std::string(1 << 20, 'a')), gzip));
  HttpOptions options = on_loopback();
  options.max_body_bytes = 100 << 20;
  HttpClient client(options);
  BOOST_TEST(failure_of(client.get(server.url("/bomb"), everything)) == "decompression_ratio");
  BOOST_TEST(failure_of(client.get(server.url("/bomb-in-bomb"), everything)) == "decompression_ratio");
  BOOST_TEST(failure_of(client.get(server.url("/bomb"), everything, 1 << 20)) == "too_large");
  BOOST_TEST(client.get(server.url("/small"), everything).body == std::string(1 << 20, 'a'));
}

BOOST_AUTO_TEST_CASE(answers_that_are_none) {
  RawServer server;
  server.put("/http09", endless("<html>no header here", "a"));
  server.put("/closed", [](RawServer::Connection&) { return RawServer::Then::close; });
  server.put("/short", [](RawServer::Connection& connection) {
    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.");
    return RawServer::Then::close;
  });
  server.put("/bad-gzip", http_answer(200, "no gzip", "Content-Encoding: gzip\r\n"));
  HttpClient client(on_loopback());
  for (const char* target : {"/http09", "/closed", "/short", "/bad-gzip"}) {
    const HttpAnswer answer = client.get(server.url(target), everything);
    BOOST_TEST(failure_of(answer) == "transfer_failed", target);
    BOOST_TEST(message_of(answer).find(server.url(target)) != std::string::npos, message_of(answer));
  }
  int port = 0;
  {
    RawServer gone;
    port = gone.port();
  }
  BOOST_TEST(failure_of(client.get("http://127.0.0.1:" + std::to_string(port) + "/", everything)) == "connect_failed");
}

BOOST_AUTO_TEST_SUITE_END()
