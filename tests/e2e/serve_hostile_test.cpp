// `pith serve` against malicious clients and pages.
#include <sys/socket.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

std::string articles(int last) {
  std::string lines;
  for (int i = 1; i <= last; ++i) lines += page_line("http://a.example" + article_target(i), article(i).body);
  return lines;
}

void ingest(const Project& project, const std::string& lines) {
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});
}

const Project& shared() {
  static const Project project(
      "serve: {hosts: [search.example], cors: ['https://good.example'], timeout: 1.5, connections: 20}\n");
  static const bool filled = [] { return ingest(project, articles(6)), true; }();
  BOOST_REQUIRE(filled);
  return project;
}

// Its timeouts are longer than any test.
const Project& patient() {
  static const Project project("serve: {timeout: 3600}\n");
  static const bool filled = [] { return ingest(project, articles(6)), true; }();
  BOOST_REQUIRE(filled);
  return project;
}

Serving& server() {
  static Serving serving(shared());
  return serving;
}

std::string host() { return "Host: 127.0.0.1:" + std::to_string(server().port()) + "\r\n"; }

int status(const std::string& answer) { return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0; }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The answers to a request with this header and to one that follows in the same packet.
std::string before_another(const std::string& header) {
  return server().raw("GET / HTTP/1.1\r\n" + host() + header + "\r\n\r\nGET /healthz HTTP/1.1\r\n" + host() + "\r\n");
}

std::string encoded(const std::string& text) {
  std::string out;
  for (const unsigned char byte : text) {
    char two[4];
    std::snprintf(two, sizeof two, "%%%02X", byte);
    out += two;
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(serve_hostile)

// What is stored of a page may be many times its bytes, and anybody may ask for it.
BOOST_AUTO_TEST_CASE(a_page_too_large_for_an_answer_holds_nobody_up) {
  const Project project("serve: {timeout: 3600, threads: 4}\nextract: {limits: {max_seconds: 1000}}\n");
  std::string body;
  for (int i = 0; i < 300'000; ++i) body += "<h" + std::to_string(1 + i % 6) + ">a";
  ingest(project, articles(6) + page_line("http://a.example/many", body));
  Serving serving(project);
  const std::string target = "/api/v1/document?url=http://a.example/many&format=";
  BOOST_TEST(serving.get(target + "text").status == 200);
  const Reply refused = serving.get(target + "json");
  BOOST_TEST(refused.status == 413);
  BOOST_TEST(refused.json()["error"]["code"] == "too_large");
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i) clients.emplace_back([&] { serving.get(target + "markdown"); });
  const auto begin = std::chrono::steady_clock::now();
  BOOST_TEST(serving.get("/healthz").status == 200);
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(3)));
  for (std::thread& client : clients) client.join();
}

BOOST_AUTO_TEST_CASE(invalid_requests_are_refused) {
  BOOST_TEST(status(server().raw("GET / HTTP/1.1\r\n" + host() + "Connection: close\r\n\r\n")) == 200);
  BOOST_TEST(status(server().raw("GET /" + std::string(9000, 'a') + " HTTP/1.1\r\n" + host() + "\r\n")) == 414);
  BOOST_TEST(status(server().raw("GET /?q=" + std::string(100'000, 'a'))) == 414);
  std::string head = "GET / HTTP/1.1\r\n" + host();
  while (head.size() < 20'000) head += "X-Filler: " + std::string(100, 'x') + "\r\n";
  BOOST_TEST(status(server().raw(head + "\r\n")) == 431);
  for (const std::string& odd : {std::string("nonsense\r\n\r\n"), std::string("\r\n\r\n"), std::string("GET\r\n\r\n"),
                                 std::string(300, '\0') + "\r\n\r\n", "GET / HTTP/9.9\r\n" + host() + "\r\n",
                                 "GET http://[ HTTP/1.1\r\n" + host() + "\r\n"}) {
    const int code = status(server().raw(odd));
    BOOST_TEST((code >= 400 && code < 500), odd.substr(0, 30) << ": " << code);
  }
  BOOST_TEST(status(server().raw("GET / HTTP/1.1\r\n" + host() + "Range: bytes=x\r\nConnection: close\r\n\r\n")) >=
             200);
  const std::string ranged =
      server().raw("GET /style.css HTTP/1.1\r\n" + host() + "Range: bytes=0-1,0-1,0-1\r\nConnection: close\r\n\r\n");
  BOOST_TEST(status(ranged) == 200);
}

BOOST_AUTO_TEST_CASE(a_body_is_no_second_request) {
  for (const char* header :
       {"Content-Length: 48", "Transfer-Encoding: chunked", "Content-Length: 0\r\nContent-Length: 48",
        "Content-Length: +48", "Content-Length: 48\r\nExpect: 100-continue"}) {
    const std::string answer = before_another(header);
    BOOST_TEST((status(answer) == 413 || status(answer) == 417), header << ": " << answer.substr(0, 40));
    BOOST_TEST(!contains(answer, "\r\n\r\nok\n"), header);
  }
  // Another parser may use the length, or the chunks.
  for (const char* header :
       {"Content-Length : 48", " Content-Length: 48", "X: a\r\n Content-Length: 48", "Content-Length 48",
        "X: a\nContent-Length: 48", "X: a\rContent-Length: 48", "Content-Length: %30",
        "Content-Length:", "Transfer-Encoding:", "Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked"}) {
    const std::string answer = before_another(header);
    BOOST_TEST(status(answer) == 400, header << ": " << answer.substr(0, 40));
    BOOST_TEST(!contains(answer, "\r\n\r\nok\n"), header);
  }
}

// The Model Context Protocol over HTTP, the only requests with a body.
BOOST_AUTO_TEST_CASE(messages_of_agents_are_answered_and_bounded) {
  const auto post = [&](const std::string& body, const std::string& more = {}, std::string length = {}) {
    if (length.empty()) length = std::to_string(body.size());
    return server().raw("POST /mcp HTTP/1.1\r\nHost: localhost:" + std::to_string(server().port()) +
                        "\r\nContent-Length: " + length + "\r\n" + more + "Connection: close\r\n\r\n" + body);
  };
  const std::string ping = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";
  BOOST_TEST(contains(post(ping), R"({"jsonrpc":"2.0","id":7,"result":{}})"));
  BOOST_TEST(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").starts_with("HTTP/1.1 202 "));
  BOOST_TEST(contains(post("{"), "-32700"));
  BOOST_TEST(post(ping, "Origin: http://evil.example\r\n").starts_with("HTTP/1.1 403 "));
  BOOST_TEST(
      post(ping, "Origin: http://localhost:" + std::to_string(server().port()) + "\r\n").starts_with("HTTP/1.1 200 "));
  BOOST_TEST(post(std::string(70'000, ' ')).starts_with("HTTP/1.1 413 "));
  BOOST_TEST(post(ping, "Transfer-Encoding: chunked\r\n").starts_with("HTTP/1.1 413 "));
  BOOST_TEST(post(ping, "Content-Length: 2\r\n").starts_with("HTTP/1.1 413 "));
  BOOST_TEST(server().request("POST", "/api/v1/search?q=a", ping).status == 413);
  const Reply get = server().get("/mcp");
  BOOST_TEST(get.status == 405);
  BOOST_TEST(get.header("Allow") == "POST");
  // What follows a body is the next request.
  const std::string kept = "POST /mcp HTTP/1.1\r\nHost: localhost:" + std::to_string(server().port()) +
                           "\r\nContent-Length: " + std::to_string(ping.size()) + "\r\n\r\n" + ping;
  const std::string two =
      server().raw(kept + "GET /healthz HTTP/1.1\r\nHost: localhost:" + std::to_string(server().port()) +
                   "\r\nConnection: close\r\n\r\n");
  BOOST_TEST(contains(two, "\"result\":{}"));
  BOOST_TEST(contains(two, "\r\n\r\nok\n"));
}

BOOST_AUTO_TEST_CASE(a_client_may_ask_to_close_the_connection) {
  for (const char* value : {"close", "Close", "te, close"}) {
    const std::string answer = before_another(std::string("Connection: ") + value);
    BOOST_TEST(status(answer) == 200, value);
    BOOST_TEST(contains(answer, "Connection: close\r\n"), value);
    BOOST_TEST(!contains(answer, "\r\n\r\nok\n"), value);
  }
}

BOOST_AUTO_TEST_CASE(requests_may_be_pipelined) {
  const std::string one = "GET /healthz HTTP/1.1\r\n" + host();
  const std::string answer = server().raw(one + "\r\n" + one + "\r\n" + one + "Connection: close\r\n\r\n");
  std::size_t count = 0;
  for (std::size_t at = 0; (at = answer.find("\r\n\r\nok\n", at)) != std::string::npos; ++at) ++count;
  BOOST_TEST(count == 3u, answer);
}

BOOST_AUTO_TEST_CASE(an_error_does_not_end_a_kept_connection) {
  for (const char* first :
       {"GET /api/v1/search?q=( HTTP/1.1\r\n", "OPTIONS / HTTP/1.1\r\n", "GET /none HTTP/1.1\r\n"}) {
    const std::string answer =
        server().raw(first + host() + "\r\nGET /healthz HTTP/1.1\r\n" + host() + "Connection: close\r\n\r\n");
    BOOST_TEST(status(answer) >= 400, first);
    BOOST_TEST(contains(answer, "\r\n\r\nok\n"), first);
  }
}

BOOST_AUTO_TEST_CASE(other_names_for_this_machine_are_refused) {
  const std::string port = ":" + std::to_string(server().port());
  const auto with = [&](const std::string& header) {
    return status(server().raw("GET / HTTP/1.1\r\n" + header + "Connection: close\r\n\r\n"));
  };
  for (const char* name : {"127.0.0.1", "localhost", "LOCALHOST", "[::1]"})
    BOOST_TEST(with(std::string("Host: ") + name + port + "\r\n") == 200, name);
  BOOST_TEST(with("Host: search.example\r\n") == 200);
  BOOST_TEST(with("Host: search.example:443\r\n") == 200);
  for (const std::string& header :
       {std::string("Host: evil.example") + port + "\r\n", std::string("Host: localhost\r\n"),
        std::string("Host: localhost:1\r\n"), std::string("Host: localhost.evil.example") + port + "\r\n",
        std::string("Host: xsearch.example\r\n"), std::string(),
        "Host: localhost" + port + "\r\nHost: evil.example\r\n"})
    BOOST_TEST(with(header) == 421, header);
  const std::string evil =
      server().raw("GET /api/v1/search?q=harbour HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  BOOST_TEST(contains(evil, "\"wrong_host\""));
}

// As proxies send them. The host in the target counts, whatever the field Host says.
BOOST_AUTO_TEST_CASE(targets_in_absolute_form_are_answered) {
  const std::string own = "127.0.0.1:" + std::to_string(server().port());
  const auto ask = [&](const std::string& target, const std::string& named) {
    return server().raw("GET " + target + " HTTP/1.1\r\nHost: " + named + "\r\nConnection: close\r\n\r\n");
  };
  const std::string answer = ask("http://" + own + "/api/v1/search?q=harbour", "evil.example");
  BOOST_TEST(status(answer) == 200, answer);
  BOOST_TEST(contains(answer, "\"hits\""));
  BOOST_TEST(status(ask("http://" + own, own)) == 200);
  BOOST_TEST(status(ask("http://evil.example/", own)) == 421);
  BOOST_TEST(status(ask("http:///", own)) == 400);
}

BOOST_AUTO_TEST_CASE(what_is_not_served_is_not_announced) {
  for (const char* method : {"HEAD", "GET"}) {
    const std::string answer = server().raw(std::string(method) + " / HTTP/1.1\r\n" + host() +
                                            "Range: bytes=0-3\r\nConnection: close\r\n\r\n");
    BOOST_TEST(status(answer) == 200, answer);
    BOOST_TEST(!contains(answer, "Accept-Ranges"), answer);
  }
}

BOOST_AUTO_TEST_CASE(only_named_origins_may_read_the_api) {
  const auto allowed = [&](const char* target, const char* origin) {
    return server().get(target, {{"Origin", origin}}).header("Access-Control-Allow-Origin");
  };
  BOOST_TEST(allowed("/api/v1/search?q=harbour", "https://good.example") == "https://good.example");
  BOOST_TEST(server().get("/api/v1/status").header("Vary") == "Origin");
  BOOST_TEST(allowed("/api/v1/search?q=harbour", "https://evil.example") == "");
  BOOST_TEST(allowed("/api/v1/search?q=harbour", "http://good.example") == "");
  BOOST_TEST(allowed("/api/v1/search?q=harbour", "null") == "");
  BOOST_TEST(allowed("/", "https://good.example") == "");
}

// Otherwise, other clients would have to wait longer than this.
BOOST_AUTO_TEST_CASE(slow_clients_stop_nobody) {
  const Serving serving(patient());
  const std::string name = "Host: 127.0.0.1:" + std::to_string(serving.port()) + "\r\n";
  std::vector<int> slow;
  // More clients than threads: silent ones, ones in the middle of a request, and ones that never read their answer.
  for (int i = 0; i < 5; ++i) slow.push_back(serving.connect(""));
  for (int i = 0; i < 6; ++i) slow.push_back(serving.connect("GET / HTTP/1.1\r\nHost: local"));
  for (int i = 0; i < 6; ++i) {
    std::string many;
    for (int n = 0; n < 60; ++n) many += "GET /api/v1/search?q=*&limit=100&explain=1 HTTP/1.1\r\n" + name + "\r\n";
    slow.push_back(serving.connect(many));
  }
  for (int i = 0; i < 20; ++i) BOOST_TEST(serving.get("/api/v1/search?q=harbour").status == 200);
  for (const int socket : slow) close(socket);
}

BOOST_AUTO_TEST_CASE(slow_clients_are_not_kept) {
  BOOST_TEST(contains(server().raw("GET / HTTP/1.1\r\nHost: 127"), "HTTP/1.1 408"));
  const int dripping = server().connect("GET /");  // nor does one that sends a byte now and then
  BOOST_TEST(wait_until([&] {
    pause_for(std::chrono::milliseconds(100));
    return send(dripping, "a", 1, MSG_NOSIGNAL) <= 0;
  }));
  close(dripping);
}

BOOST_AUTO_TEST_CASE(many_connections_do_not_shut_others_out) {
  std::vector<int> many;
  for (int i = 0; i < 60; ++i) many.push_back(server().connect("GET /"));  // three times the number allowed
  for (int i = 0; i < 5; ++i) BOOST_TEST(server().get("/healthz").status == 200);
  const std::string counted = server().get("/metrics").body;
  const std::size_t at = counted.find("\npith_http_connections_closed_total ");
  BOOST_REQUIRE(at != std::string::npos);
  BOOST_TEST(std::stod(counted.substr(counted.find(' ', at))) >= 40);
  for (const int socket : many) close(socket);
}

BOOST_AUTO_TEST_CASE(connections_leave_the_index_its_files) {
  const Project project("serve: {connections: 10000}\n");
  ingest(project, articles(3));
  const Serving serving(project, {}, "prlimit --nofile=64:64 ");
  std::vector<int> many;
  for (int i = 0; i < 200; ++i) many.push_back(serving.connect("GET /"));
  BOOST_TEST(serving.search("q=*&limit=0").at("total") == 3);
  ingest(project, articles(6));
  BOOST_TEST(wait_until([&] { return serving.get("/api/v1/search?q=*&limit=0").json().at("total") == 6; }));
  for (int i = 0; i < 20; ++i) BOOST_TEST(serving.get("/healthz").status == 200);
  for (const int socket : many) close(socket);
}

BOOST_AUTO_TEST_CASE(a_search_that_takes_too_long_is_given_up) {
  const Project project("search: {timeout: 0.000001}\n");
  ingest(project, articles(40));
  const Serving serving(project);
  std::string broad = "harbour";
  for (int i = 0; i < 60; ++i) broad += " OR " + article_word(i);
  broad = "q=" + encoded(broad);
  const Reply api = serving.get("/api/v1/search?" + broad);
  BOOST_TEST(api.status == 504, api.body);
  BOOST_TEST(api.json().at("error").at("code") == "query_timeout");
  BOOST_TEST(contains(api.json().at("error").at("message").get<std::string>(), "search.timeout"));
  const Reply page = serving.get("/?" + broad);
  BOOST_TEST(page.status == 504);
  BOOST_TEST(contains(page.body, "search.timeout"));
  BOOST_TEST(contains(serving.get("/metrics").body, "pith_searches_total{outcome=\"error\"} 2"));
  BOOST_TEST(contains(serving.get("/metrics").body, "pith_search_errors_total{reason=\"query_timeout\"} 2"));
  BOOST_TEST(serving.get("/healthz").status == 200);
}

BOOST_AUTO_TEST_CASE(configured_bounds_hold_and_are_counted) {
  const Project project("serve: {head_max_bytes: 1024}\nsearch: {max_bytes: 100, max_clauses: 2}\n");
  ingest(project, articles(6));
  const Serving serving(project);
  const std::string begin =
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(serving.port()) + "\r\nConnection: close\r\n";
  BOOST_TEST(status(serving.raw(begin + "\r\n")) == 200);
  const std::string refused = serving.raw(begin + "X-Filler: " + std::string(1000, 'x') + "\r\n\r\n");
  BOOST_TEST(status(refused) == 431);
  BOOST_TEST(refused.find("the limit is 1024 bytes (serve.head_max_bytes)") != std::string::npos, refused);
  BOOST_TEST(status(serving.raw("GET /" + std::string(600, 'a') + " HTTP/1.1\r\n\r\n")) == 414);
  BOOST_TEST(serving.get("/api/v1/search?q=" + std::string(101, 'a')).status == 400);
  BOOST_TEST(serving.get("/api/v1/search?q=a%20b%20c").status == 400);
  const std::string counted = serving.get("/metrics").body;
  for (const char* line : {"pith_http_refused_total{status=\"431\"} 1", "pith_http_refused_total{status=\"414\"} 1",
                           "pith_search_errors_total{reason=\"query_too_long\"} 1",
                           "pith_search_errors_total{reason=\"query_too_many_clauses\"} 1"})
    BOOST_TEST(contains(counted, line), line << " is not in " << counted);
}

BOOST_AUTO_TEST_CASE(pages_too_large_to_be_explained_are_refused_soon) {
  const Project project;
  std::string many = "<html><body>", text = "<html><body><p>";
  for (int i = 0; i < 60'000; ++i) many += "<p>w";
  for (int i = 0; i < 900'000; ++i) text += "words ";
  write_file(project / "pages.jsonl", page_line("http://a.example/many", many) +
                                          page_line("http://a.example/long", text) +
                                          page_line("http://a.example/fine", article(1).body));
  project.must({"ingest", project / "pages.jsonl", "--capture-only"});
  const Serving serving(project);
  for (const char* page : {"many", "long"}) {
    const Reply reply = serving.get(std::string("/explain?url=http://a.example/") + page);
    BOOST_TEST(reply.status == 413, page);
    BOOST_TEST(contains(reply.body, "too large to be explained here"), reply.body.substr(0, 200));
  }
  BOOST_TEST(serving.get("/explain?url=http://a.example/fine").status == 200);
}

BOOST_AUTO_TEST_CASE(clients_learn_how_long_they_are_kept) {
  BOOST_TEST(contains(before_another("X: y"), "Keep-Alive: timeout=1, max=100\r\n"));  // serve.timeout is 1.5
}

BOOST_AUTO_TEST_CASE(invalid_requests_are_counted) {
  const auto counted = [] {
    const std::string text = server().get("/metrics").body, name = "pith_http_refused_total{status=\"400\"} ";
    const std::size_t at = text.find(name);
    return at == std::string::npos ? 0 : std::stoi(text.substr(at + name.size()));
  };
  const int before = counted();
  server().raw("nonsense\r\n\r\n");
  server().raw("FOO / HTTP/1.1\r\n" + host() + "\r\n");
  BOOST_TEST(counted() == before + 2);
}

BOOST_AUTO_TEST_CASE(hostile_queries_are_answered) {
  std::vector<std::string> queries = {std::string(2500, 'a'),
                                      std::string(500, '('),
                                      "\"",
                                      "a*b*c*d*e*f*",
                                      "*a",
                                      "\xff\xfe",
                                      std::string("a\0b", 3),
                                      "[a TO",
                                      "titel:a",
                                      "a OR OR b",
                                      "<script>alert(1)</script>",
                                      "\xe2\x80\xae",
                                      "../../etc/passwd",
                                      "a^99999999999",
                                      "~~~~",
                                      "\\"};
  std::string broad = "a*";
  for (int i = 0; i < 60; ++i) broad += " OR " + std::string(1, static_cast<char>('a' + i % 26)) + "*";
  queries.push_back(broad);
  for (const std::string& query : queries)
    for (const char* target : {"/api/v1/search?facets=1&q=", "/?q="}) {
      const Reply reply = server().get(target + encoded(query));
      BOOST_TEST((reply.status == 200 || reply.status == 400), target << query.substr(0, 40) << ": " << reply.status);
      if (target[1] == 'a') {
        BOOST_TEST(!reply.json().is_null());  // valid JSON
        BOOST_TEST(reply.header("Content-Type") == "application/json; charset=utf-8");
      } else {
        BOOST_TEST(!contains(reply.body, "<script>alert"));
      }
    }
  BOOST_TEST(server().get("/healthz").status == 200);
}

BOOST_AUTO_TEST_CASE(what_pages_say_is_never_markup) {
  const Project project;
  const std::string attack = "\"><script>window.hit=1</script><img src=x onerror=window.hit=1>'";
  std::string shown;  // the form in which a page would have to show it
  for (const char c : attack) shown += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
  std::string lines = articles(3);
  lines += page_line(
      "http://a.example/x?\"><script>window.hit=1</script>",
      "<html lang='\"><script>'><head><title>" + shown + " title</title><meta name=description content='" +
          std::string("&quot;&gt;&lt;script&gt;window.hit=1&lt;/script&gt;") +
          "'><meta name=author content='&lt;script&gt;window.hit=1'>" +
          "<meta property='article:published_time' content='&quot;&gt;&lt;script&gt;'></head><body><main><h1>" + shown +
          "</h1><h2>" + shown + " trail</h2><p>Quokword " + shown +
          " and the rest of a paragraph that is long enough to be content for anybody.</p>" +
          "<p>Another quokword paragraph, which says about the same as the one before it, in as many "
          "words.</p></main></body></html>");
  ingest(project, lines);
  const Serving serving(project);
  BOOST_REQUIRE(serving.search("q=quokword").at("total") == 1);
  for (const std::string& target :
       {std::string("/?q=quokword"), "/?q=quokword+" + encoded(attack), "/?q=" + encoded(attack),
        "/?q=quokword&site=" + encoded(attack), "/?q=quokword&lang=" + encoded(attack),
        "/?q=quokword&after=" + encoded(attack), "/?q=quokword&sort=" + encoded(attack), "/?like=" + encoded(attack),
        "/none" + encoded(attack), "/?q=quokword&page=" + encoded(attack)}) {
    const std::string body = serving.get(target).body;
    if (!serving.get(target).header("Content-Type").starts_with("text/html")) continue;
    for (const char* markup : {"<script>", "<img", "onerror=window.hit=1>"})
      BOOST_TEST(!contains(body, markup), target << "\n" << body);
  }
  BOOST_TEST(contains(serving.get("/?q=quokword").body, "&lt;script&gt;window.hit=1&lt;/script&gt;"));
}

// It does not wait for a client in the middle of its request.
BOOST_AUTO_TEST_CASE(a_signal_ends_it_at_once) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Serving serving(patient());
    const int idle = serving.connect("GET / HTT");
    serving.process().signal(signal);
    BOOST_TEST(serving.process().finish().code == 0);
    close(idle);
  }
}

BOOST_AUTO_TEST_CASE(an_unavailable_address_is_an_error_and_a_public_one_a_warning) {
  const Outcome taken = shared().pith({"serve", "--port", std::to_string(server().port())});
  BOOST_TEST(taken.code == 2);
  BOOST_TEST(contains(taken.err, "cannot listen on 127.0.0.1:" + std::to_string(server().port())), taken.err);
  BOOST_TEST(contains(shared().pith({"serve", "--host", "no.such.name.invalid"}).err,
                      "cannot listen on no.such.name.invalid"));
  Serving open(shared(), {"--host", "0.0.0.0"});
  open.process().signal(SIGTERM);
  BOOST_TEST(contains(open.process().finish().err, "warning: http://0.0.0.0:"));
}

BOOST_AUTO_TEST_SUITE_END()
