// Requests to `pith serve`, as bytes, on a small index; every answer must be complete and safe to show.
//
// Input: a request, up to its empty line: exactly what connections.h passes on.
#include <httplib.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/dom/parse.h"
#include "plugin/mcp/index_tools.h"
#include "plugin/serve/exchange.h"
#include "plugin/serve/request_head.h"
#include "plugin/serve/routes.h"
#include "plugin/serve/serve_metrics.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/clean_html.h"
#include "tests/fuzz/small_index.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

const http::Exchange& exchange() {
  static http::Routes routes({.cors = {"https://good.example"},
                              .index = small_index(),
                              .searcher = {.timeout = 3},
                              .version = "0.1.0",
                              .explain = [](const std::string& url) -> Result<std::string> {
                                return Error{url.empty() ? "usage" : "not_found", "no page " + sanitize_utf8(url)};
                              },
                              .mcp = [](std::string_view message) -> std::optional<std::string> {
                                static pipeline::LiveIndex index(small_index(), {.timeout = 3});
                                static const auto rules = *pipeline::SearchRules::open({});
                                static const mcp::Server server = mcp::index_server("0.1.0", index, *rules);
                                return server.reply(message);
                              }},
                             std::make_shared<http::Metrics>());
  static const http::Exchange made(
      [](const httplib::Request& request, httplib::Response& response) { routes.answer(request, response); },
      [](const httplib::Request& request) { return routes.lane_of(request); },
      [](const httplib::Request& request) { return routes.takes_body(request); },
      [](const httplib::Request& request, httplib::Response& response) { routes.finish(request, response); },
      std::chrono::seconds(10));
  return made;
}

// The search page: only its own script runs, and links lead to itself or to http and https.
void check_page(std::string_view body) {
  const auto page = parse_html(body);
  require(page.ok(), "the page can be parsed", body);
  for (NodeId n = 0; n < page->size(); ++n) {
    const Node& node = (*page)[n];
    if (node.is_text()) continue;
    require(node.tag != Tag::script || page->attribute(n, "src").starts_with("./search.js?v="), "no script but its own",
            body);
    for (const auto& a : page->attributes(n)) {
      const std::string_view name = page->name(a), value = page->value(a);
      require(!name.starts_with("on") && name != "style", "no attribute that runs", body);
      if (name == "href" || name == "src" || name == "action")
        require(value.starts_with("./") || value.starts_with("#") || value.starts_with("data:image/") ||
                    parse_url(value).has_value(),
                "no URL but http, https and its own", body);
    }
  }
}

struct Head {
  int status = 0;
  std::size_t length = 0;
  std::string type, policy;
  bool encoded = false;  // refusals that cpp-httplib writes by itself may be compressed
};

Head read_head(std::string_view head) {
  static const std::set<std::string> known = {"Content-Type",
                                              "Content-Length",
                                              "Connection",
                                              "Keep-Alive",
                                              "Allow",
                                              "Retry-After",
                                              "Vary",
                                              "Content-Security-Policy",
                                              "Referrer-Policy",
                                              "X-Content-Type-Options",
                                              "Cache-Control",
                                              "Cross-Origin-Resource-Policy",
                                              "Accept-Ranges",
                                              "Access-Control-Allow-Origin",
                                              "Content-Encoding"};
  Head out;
  require(head.starts_with("HTTP/1.1 ") && head.size() > 12, "an answer begins with its status", head);
  std::from_chars(head.data() + 9, head.data() + 12, out.status);
  require(out.status >= 200 && out.status < 600, "the status is one", head);
  head.remove_prefix(std::min(head.find("\r\n") + 2, head.size()));
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find("\r\n"));
    head.remove_prefix(std::min(line.size() + 2, head.size()));
    const std::string name(line.substr(0, line.find(": ")));
    require(known.contains(name), "no header but the known ones", line);
    const std::string value(line.substr(name.size() + 2));
    require_printable(value);
    if (name == "Content-Type") out.type = value;
    if (name == "Content-Security-Policy") out.policy = value;
    if (name == "Content-Encoding") out.encoded = true;
    if (name == "Content-Length") std::from_chars(value.data(), value.data() + value.size(), out.length);
  }
  return out;
}

void check_answer(std::string_view answer, bool may_have_no_body) {
  const std::size_t end = answer.find("\r\n\r\n");
  require(end != std::string_view::npos, "an answer has a head", answer);
  const Head head = read_head(answer.substr(0, end + 2));
  const std::string_view body = answer.substr(end + 4);
  if (body.empty() && may_have_no_body) return;
  require(body.size() == head.length, "the body is as long as told", answer);
  require(!head.policy.empty(), "every answer has a policy", answer);
  if (head.encoded) return;
  require_utf8(body, "the body is UTF-8");
  if (head.type.starts_with("application/json"))
    require(nlohmann::json::accept(body), "JSON can be parsed", body);
  else if (head.type.starts_with("text/html") && head.policy.find("sandbox") == std::string::npos)
    check_page(body);
  else if (head.type.starts_with("text/html"))
    check_clean_html(body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view_of(data, size);
  const std::size_t end = bytes.find(http::head_end);
  std::string request = std::string(bytes.substr(0, end)) + std::string(http::head_end);
  const std::size_t body = exchange().body_of(request);
  require(body <= http::max_body_bytes, "a body is bounded");
  if (body > 0) {
    request += bytes.substr(std::min(bytes.size(), end + http::head_end.size())).substr(0, body);
    request.resize(request.find(http::head_end) + http::head_end.size() + body, ' ');
  }
  check_answer(exchange().answer(request, false).bytes, request.starts_with("HEAD"));
  return 0;
}
