#include "plugin/serve/routes.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/text/encoding.h"
#include "core/text/url.h"
#include "indexer_adapter/lucene/index_error.h"
#include "indexer_adapter/query/query_cost.h"
#include "plugin/search/search_request.h"
#include "plugin/search/stored_view.h"
#include "plugin/serve/assets.h"
#include "plugin/serve/exchange.h"
#include "plugin/serve/opensearch_description.h"
#include "plugin/serve/search_api.h"
#include "plugin/serve/search_page.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/run_errors.h"

namespace pith::http {
namespace {

using httplib::Request;
using httplib::Response;

constexpr const char* html = "text/html; charset=utf-8";
constexpr const char* json = "application/json; charset=utf-8";
constexpr const char* plain = "text/plain; charset=utf-8";

constexpr const char* page_policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action "
    "'self'; base-uri "
    "'none'; "
    "frame-ancestors 'none'";
// For documents of foreign content: load nothing, run nothing, belong to no origin.
constexpr const char* foreign_policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; sandbox";

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// As sent: a path that a proxy in front of the server would read differently must not be one of ours.
std::string sent_path(const Request& request) { return request.target.substr(0, request.target.find('?')); }

std::vector<std::string> names_of(const ServerOptions& options) {
  std::vector<std::string> names = options.hosts;
  if (const std::size_t scheme = options.public_origin.find("://"); scheme != std::string::npos)
    names.push_back(options.public_origin.substr(scheme + 3));
  return names;
}

// The body may repeat what a request says, whatever its bytes.
void put(Response& response, int status, const std::string& body, const char* type) {
  response.status = status;
  response.set_content(is_valid_utf8(body) ? body : sanitize_utf8(body), type);
}

// A page of another site may link here, but may not use a reader's browser unseen. Relies on what browsers send; a
// client that sends nothing is not a browser.
bool is_from_elsewhere(const Request& request) {
  const std::string site = request.get_header_value("Sec-Fetch-Site");
  const bool by_link = request.get_header_value("Sec-Fetch-Dest") == "document";
  return !site.empty() && site != "same-origin" && site != "none" && !by_link;
}

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::wrong_request:
      return 400;
    case ErrorKind::not_found:
      return 404;
    case ErrorKind::too_large:
      return 413;
    case ErrorKind::timed_out:
      return 504;
    case ErrorKind::failed:
      break;
  }
  return 503;
}

// A page may be as large as its author likes, and anybody may ask for it.
constexpr std::size_t max_document_bytes = 32u << 20;
Error with_get_advice(Error error) {
  if (error.kind == ErrorKind::too_large) error.message += "; `pith get` prints it";
  return error;
}

std::string words_for(int status, std::size_t head) {
  switch (status) {
    case 400:
      return "This is not a request that the server understands";
    case 408:
      return "The request did not arrive in time";
    case 414:
      return "The URL is too long: the limit is " + std::to_string(head / 2) + " bytes (serve.head_max_bytes)";
    case 417:
      return "No request may have a body";
    case 431:
      return "The request's headers are too long: the limit is " + std::to_string(head) +
             " bytes (serve.head_max_bytes)";
    case 503:
      return "Too many requests at once; try again in a second";
    default:
      return "The request failed";
  }
}

}  // namespace

struct Routes::Route {
  std::string_view path;
  void (Routes::*answer)(const Request&, Response&);
  Result<index::Query> (*query)(const pipeline::Parameters&) = nullptr;  // what it searches for
  Lane lane = Lane::cheap;                                               // without a query
};

Routes::Routes(ServerOptions options, std::shared_ptr<Metrics> metrics)
    : options_(std::move(options)),
      hosts_(options_.host, options_.port, names_of(options_)),
      index_(options_.index, options_.searcher),
      metrics_(std::move(metrics)) {}

std::optional<Error> Routes::look() {
  const auto view = index_.current();
  return view ? std::nullopt : std::optional(view.error());
}

// Below serve.base_path; empty for a path that is not.
std::string Routes::path_of(const Request& request) const {
  const std::string path = sent_path(request);
  return path.starts_with(options_.base_path) ? path.substr(options_.base_path.size()) : std::string();
}

bool Routes::is_api(const Request& request) const {
  const std::string path = path_of(request);
  return path == "/api" || path.starts_with("/api/");
}

void Routes::put_error(const Request& request, Response& response, const Error& error) const {
  put_error(request, response, status_of(error.kind), error);
}

void Routes::put_error(const Request& request, Response& response, int status, const Error& error) const {
  if (is_api(request)) return put(response, status, error_json(error), json);
  put(response, status, error.message + "\n", plain);
}

// Of the search page, as readers know it.
std::string Routes::page_address(const Request& request) const {
  const std::string& known = options_.public_origin;
  return (known.empty() ? "http://" + request.get_header_value("Host") : known) + options_.base_path + "/";
}

const Routes::Route* Routes::find(const std::string& path) {
  static constexpr Route routes[] = {
      {"/", &Routes::page, pipeline::page_query},
      {"/explain", &Routes::explain, nullptr, Lane::expensive},
      {"/api/v1/search", &Routes::search, pipeline::api_query},
      {"/api/v1/suggest", &Routes::suggest},
      {"/api/v1/document", &Routes::document, nullptr, Lane::expensive},
      {"/api/v1/status", &Routes::status},
      {"/api/v1/openapi.json", &Routes::openapi},
      {"/mcp", &Routes::mcp, nullptr, Lane::expensive},
      {"/healthz", &Routes::health, nullptr, Lane::urgent},
      {"/metrics", &Routes::metrics},
      {"/style.css", &Routes::style},
      {"/search.js", &Routes::script},
      {"/box.js", &Routes::box},
      {"/opensearch.xml", &Routes::opensearch},
  };
  const auto found = std::ranges::find(routes, path, &Route::path);
  return found == std::end(routes) ? nullptr : found;
}

bool Routes::is_mcp(const Route* route) const { return options_.mcp && route && route->answer == &Routes::mcp; }

const char* Routes::methods_of(const Route* route) const { return is_mcp(route) ? "POST" : "GET or HEAD"; }

bool Routes::takes_body(const Request& request) const {
  return request.method == "POST" && is_mcp(find(path_of(request)));
}

// Rejects a request before anything is looked up.
std::optional<Error> Routes::objection(const Request& request, int& status) const {
  const std::string host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 || !hosts_.allows(host)) {
    status = 421;
    return Error{"wrong_host",
                 "\"" + host + "\" is not one of this server's names; if it should be, add it to serve.hosts"};
  }
  const bool with_body = takes_body(request);
  if (with_body && request.body.empty()) {
    status = 413;
    return Error{"body", fmt::format("a message has 1 to {} bytes, told by Content-Length", max_body_bytes)};
  }
  if (request.has_header("Transfer-Encoding") || request.get_header_value_count("Content-Length") > 1 ||
      (request.has_header("Content-Length") && request.get_header_value("Content-Length") != "0")) {
    status = 413;
    return Error{"body", "no request may have a body"};
  }
  const Route* route = find(path_of(request));
  if (!with_body && (is_mcp(route) || (request.method != "GET" && request.method != "HEAD"))) {
    status = 405;
    return Error{"method", fmt::format("{} is not supported; use {}", request.method, methods_of(route))};
  }
  status = 404;
  if (route == nullptr || (route->answer == &Routes::explain && !options_.explain) ||
      (route->answer == &Routes::mcp && !options_.mcp))
    return Error{"not_found", fmt::format("there is nothing at {}; the page is at {base}/, the API at "
                                          "{base}/api/v1/search (see {base}/api/v1/openapi.json)",
                                          sent_path(request).substr(0, 200), fmt::arg("base", options_.base_path))};
  return std::nullopt;
}

Lane Routes::lane_of(const Request& request) const {
  const Route* route = find(path_of(request));
  if (route == nullptr || route->query == nullptr) return route == nullptr ? Lane::cheap : route->lane;
  const auto query = route->query(request.params);
  const bool expensive = query && index::cost_of(*query, options_.searcher.query_limits) > index::most_of_cheap_search;
  return expensive || slow_.has(request.target) ? Lane::expensive : Lane::cheap;
}

void Routes::answer(const Request& request, Response& response) {
  const auto begin = std::chrono::steady_clock::now();
  const std::int64_t spent_before = pipeline::processor_time();
  const Route* route = find(path_of(request));
  try {
    int status = 500;
    const auto error = objection(request, status);
    if (error && status == 404 && !options_.base_path.empty() && sent_path(request) == options_.base_path) {
      response.set_redirect(options_.base_path + "/", 301);
    } else if (error) {
      put_error(request, response, status, *error);
      if (status == 405) response.set_header("Allow", is_mcp(route) ? "POST" : "GET, HEAD");
    } else {
      (this->*route->answer)(request, response);
    }
  } catch (const std::exception& error) {
    put_error(request, response, 500, {"internal", std::string("internal error: ") + error.what()});
  }
  if (route != nullptr && route->query != nullptr)
    slow_.note(request.target, 1e-9 * static_cast<double>(pipeline::processor_time() - spent_before));
  metrics_->answered(route == nullptr ? "none" : route->path, response.status, seconds_since(begin));
}

void Routes::finish(const Request& request, Response& response) {
  if (response.status >= 400 && response.body.empty()) {  // every route sets a body
    metrics_->refused(response.status);
    const bool known = response.status == 503;
    put_error(request, response, response.status,
              {known ? "busy" : "bad_request", words_for(response.status, options_.limits.head)});
  }
  if (response.status == 503 && !response.has_header("Retry-After")) response.set_header("Retry-After", "1");
  const auto set = [&](const char* name, const char* value) {
    if (!response.has_header(name)) response.set_header(name, value);
  };
  set("Content-Security-Policy", page_policy);
  set("X-Content-Type-Options", "nosniff");
  set("Referrer-Policy", "no-referrer");
  set("Cross-Origin-Resource-Policy", "same-origin");
  set("Cache-Control", "no-cache");
  if (!is_api(request) || options_.cors.empty()) return;
  const std::string origin = request.get_header_value("Origin");
  set("Vary", "Origin");
  if (origin.empty() || response.has_header("Access-Control-Allow-Origin")) return;
  for (const std::string& allowed : options_.cors) {
    if (allowed != "*" && allowed != origin) continue;
    response.set_header("Access-Control-Allow-Origin", allowed);
    response.headers.erase("Cross-Origin-Resource-Policy");
    response.set_header("Cross-Origin-Resource-Policy", "cross-origin");
    return;
  }
}

void Routes::distrust_if_unreadable(const pipeline::LiveIndex::View& view, const Error& error) {
  if (index::is(error, index::IndexError::read)) index_.distrust(view);
}

Result<Routes::Found> Routes::find_hits(const pipeline::LiveIndex::View& view, const index::Query& query) {
  const auto begin = std::chrono::steady_clock::now();
  auto hits = view.searcher->search(query, options_.rules ? options_.rules->of_query(query) : index::Rules());
  const double seconds = seconds_since(begin);
  metrics_->searched(!hits ? "error" : hits->total == 0 ? "nothing" : "found", seconds);
  if (!hits) {
    metrics_->search_failed(hits.error().code);
    distrust_if_unreadable(view, hits.error());
  }
  if (!hits) return hits.error();
  if (options_.log) log(query, *hits);
  return Found{std::move(*hits), seconds};
}

void Routes::log(const index::Query& query, const index::Hits& hits) {
  const auto error = options_.log->add(query, hits);
  if (!error) return;
  metrics_->log_failed();
  if (options_.warn && !log_failed_.exchange(true)) options_.warn(error->message);
}

std::vector<Example> Routes::examples(const pipeline::LiveIndex::View& view) {
  const std::lock_guard lock(making_examples_);
  if (examples_from_.lock() != view.searcher || examples_commit_ != view.commit) {
    examples_ = examples_of(*view.searcher);
    examples_from_ = view.searcher;
    examples_commit_ = view.commit;
  }
  return examples_;
}

void Routes::page(const Request& request, Response& response) {
  SearchPage page{.version = options_.version, .explains = static_cast<bool>(options_.explain)};
  int status = 200;
  const auto fail = [&](const Error& error) {
    status = status_of(error.kind);
    page.problem = error.message;
  };
  const auto view = index_.current();
  const auto query = pipeline::page_query(request.params);
  if (view) page.pages = view->pages;
  if (query) page.query = *query;
  if (!view) {
    fail(view.error());
  } else if (!query) {
    fail(query.error());
  } else if (pipeline::asks(*query)) {
    auto found = find_hits(*view, *query);
    if (found) {
      page.hits = std::move(found->hits);
      page.seconds = found->seconds;
      if (page.hits->total == 0 && !page.hits->template_line && query->text.size() <= index::max_suggest_bytes) {
        if (auto suggestions = view->searcher->suggest({.text = query->text, .site = query->site}))
          page.suggestions = std::move(*suggestions);
        else
          distrust_if_unreadable(*view, suggestions.error());
      }
    } else {
      fail(found.error());
    }
  } else {
    page.examples = examples(*view);
  }
  put(response, status, search_page(page), html);
}

void Routes::explain(const Request& request, Response& response) {
  if (is_from_elsewhere(request))
    return put_error(
        request, response, 403,
        {"cross_site", "a page of another site asked for this; open it by a link, in a window of its own"});
  const std::unique_lock only(explaining_, std::try_to_lock);
  if (!only)
    return put_error(request, response, 503, {"busy", "another page is being explained; try again in a second"});
  const auto asked = pipeline::page_request(request.params);
  if (!asked) return put_error(request, response, asked.error());
  const auto page = options_.explain(asked->url);
  if (!page) return put_error(request, response, page.error());
  put(response, 200, *page, html);
  response.set_header("Content-Security-Policy", foreign_policy);
}

void Routes::search(const Request& request, Response& response) {
  const auto query = pipeline::api_query(request.params);
  if (!query) return put_error(request, response, query.error());
  const auto view = index_.current();
  if (!view) return put_error(request, response, view.error());
  const auto found = find_hits(*view, *query);
  if (!found) return put_error(request, response, found.error());
  put(response, 200, search_json(*query, found->hits, found->seconds), json);
}

void Routes::suggest(const Request& request, Response& response) {
  const auto asked = pipeline::suggest_request(request.params);
  if (!asked) return put_error(request, response, asked.error());
  const auto view = index_.current();
  if (!view) return put_error(request, response, view.error());
  const auto begin = std::chrono::steady_clock::now();
  const auto suggestions = view->searcher->suggest(asked->query);
  const double seconds = seconds_since(begin);
  metrics_->suggested(suggestions.ok(), seconds);
  if (!suggestions) {
    distrust_if_unreadable(*view, suggestions.error());
    return put_error(request, response, suggestions.error());
  }
  if (asked->opensearch)
    put(response, 200, opensearch_suggestions(asked->query, *suggestions), "application/x-suggestions+json");
  else
    put(response, 200, suggestions_json(asked->query, *suggestions, seconds), json);
  response.set_header("Cache-Control", "max-age=60");  // who types goes back and forth
}

void Routes::document(const Request& request, Response& response) {
  const auto asked = pipeline::page_request(request.params, pipeline::view_formats);
  if (!asked) return put_error(request, response, asked.error());
  const std::string& format = asked->format;
  const auto url = parse_url(asked->url);
  if (!url)
    return put_error(
        request, response,
        pipeline::wrong_parameter("url", asked->url.empty() ? "is missing" : "expected an http or https URL"));
  const auto view = index_.current();
  if (!view) return put_error(request, response, view.error());
  const index::ReadBounds bounds{.bytes = max_document_bytes, .structure = format == "json"};
  auto page = view->searcher->document(url->str(), bounds);
  if (page && !*page) {  // also where Lucene++ could not read a file a moment ago: what is opened anew knows
    const auto now = index_.now();
    if (!now) return put_error(request, response, now.error());
    page = now->searcher->document(url->str(), bounds);
  }
  if (!page) {
    distrust_if_unreadable(*view, page.error());
    return put_error(request, response, with_get_advice(page.error()));
  }
  if (!*page) return put_error(request, response, not_found("not_found", url->str() + " is not in the index"));
  const auto text = pipeline::stored_view(**page, format, false, max_document_bytes);
  if (!text) return put_error(request, response, with_get_advice(text.error()));
  put(response, 200, *text,
      format == "json"       ? json
      : format == "html"     ? html
      : format == "markdown" ? "text/markdown; charset=utf-8"
                             : plain);
  response.set_header("Content-Security-Policy", foreign_policy);
}

void Routes::status(const Request& request, Response& response) {
  const auto view = index_.current();
  if (!view) return put_error(request, response, view.error());
  put(response, 200, status_json(*view, options_.version), json);
}

void Routes::openapi(const Request&, Response& response) { put(response, 200, openapi_json(options_.base_path), json); }

void Routes::health(const Request& request, Response& response) {
  const auto view = index_.current();
  if (!view) return put_error(request, response, view.error());
  put(response, 200, "ok\n", plain);
}

void Routes::metrics(const Request&, Response& response) {
  const auto view = index_.current();
  if (view) metrics_->set_index(view->pages, view->commit, index_.reopened(), view->committed);
  metrics_->set_index_readable(view.ok());
  metrics_->set_last_runs(pipeline::read_last_indexing(options_.cache), pipeline::read_last_diagnosis(options_.cache));
  for (const auto& [what, path] : {std::pair("cache", options_.cache), std::pair("index", options_.index)}) {
    std::error_code error;
    const auto space = std::filesystem::space(path, error);
    if (!error) metrics_->set_disk(what, space.capacity, space.available);
  }
  if (options_.rules) metrics_->set_broken_rules(options_.rules->broken());
  put(response, 200, metrics_->text(), "text/plain; version=0.0.4; charset=utf-8");
}

// The protocol's streamable HTTP, without streams or sessions: each message is answered by itself.
void Routes::mcp(const Request& request, Response& response) {
  const std::string origin = request.get_header_value("Origin"), host = request.get_header_value("Host");
  const bool same = origin.ends_with("://" + host) && origin.find("://") + 3 + host.size() == origin.size();
  const bool allowed =
      std::ranges::any_of(options_.cors, [&](const std::string& each) { return each == "*" || each == origin; });
  if (!origin.empty() && !same && !allowed)
    return put_error(request, response, 403,
                     {"cross_site", "pages of " + origin + " may not ask; serve.cors says which may"});
  const auto reply = options_.mcp(request.body);
  if (reply)
    put(response, 200, *reply, "application/json");
  else
    put(response, 202, "", "application/json");
}

void Routes::style(const Request&, Response& response) {
  put(response, 200, std::string(assets::style), "text/css; charset=utf-8");
  response.set_header("Cache-Control", "max-age=3600");
}

void Routes::script(const Request&, Response& response) {
  put(response, 200, std::string(assets::script), "text/javascript; charset=utf-8");
  response.set_header("Cache-Control", "max-age=3600");
}

// For pages of other origins, so of no use if the browser refuses it to them.
void Routes::box(const Request&, Response& response) {
  put(response, 200, std::string(assets::box), "text/javascript; charset=utf-8");
  response.set_header("Cache-Control", "max-age=3600");
  response.set_header("Cross-Origin-Resource-Policy", "cross-origin");
}

void Routes::opensearch(const Request& request, Response& response) {
  put(response, 200, opensearch_description(page_address(request)), "application/opensearchdescription+xml");
}

}  // namespace pith::http
