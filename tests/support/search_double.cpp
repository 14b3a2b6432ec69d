#include "tests/support/search_double.h"

#include <httplib.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <stdexcept>
#include <thread>

namespace pith::test {

struct SearchDouble::Impl {
  mutable std::mutex mutex;
  httplib::Server server;
  std::thread thread;
  int port = -1;
  std::deque<Fault> faults;
  bool free = false;  // nothing is held any more
  std::condition_variable freed;
  std::size_t most_bytes = SIZE_MAX, largest_batch = 0;
  std::string authorization;
  std::vector<std::string> violations;
  std::map<std::string, int> writes;
  int batches = 0;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
  std::chrono::milliseconds largest_gap{0};
};

SearchDouble::SearchDouble() : impl_(std::make_unique<Impl>()) {}
SearchDouble::~SearchDouble() = default;

void SearchDouble::start() {
  auto& server = impl_->server;
  const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
    serve(request, response);
  };
  server.Get(".*", handler);
  server.Post(".*", handler);
  server.Put(".*", handler);
  server.Delete(".*", handler);
  server.set_tcp_nodelay(true);
  server.set_keep_alive_timeout(1);
  impl_->port = server.bind_to_any_port("127.0.0.1");
  if (impl_->port <= 0) throw std::runtime_error("cannot listen on 127.0.0.1");
  impl_->thread = std::thread([&server] { server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::yield();
}

void SearchDouble::stop() {
  let_go();
  impl_->server.stop();
  impl_->thread.join();
}

void SearchDouble::serve(const httplib::Request& request, httplib::Response& response) {
  // The library would compress answers for clients that accept that.
  const_cast<httplib::Request&>(request).headers.erase("Accept-Encoding");
  auto held = lock();
  const auto now = std::chrono::steady_clock::now();
  impl_->largest_gap =
      std::max(impl_->largest_gap, std::chrono::duration_cast<std::chrono::milliseconds>(now - impl_->last));
  impl_->last = now;
  if (!impl_->authorization.empty() && request.get_header_value("Authorization") != impl_->authorization)
    return answer(response, 401, {{"error", "security_exception"}, {"status", 401}});
  if (!is_batch(request)) return handle(request, response);

  impl_->largest_batch = std::max(impl_->largest_batch, request.body.size());
  if (request.body.size() > impl_->most_bytes) {
    response.status = 413;
    return;
  }
  if (impl_->faults.empty()) {
    ++impl_->batches;
    return handle(request, response);
  }
  const Fault fault = impl_->faults.front();
  impl_->faults.pop_front();
  if (fault.applied) {
    ++impl_->batches;
    handle(request, response);
    response = httplib::Response();
  }
  if (fault.kind == Fault::hold) impl_->freed.wait(held, [this] { return impl_->free; });
  if (fault.kind == Fault::drop) {
    response.set_content_provider(1000, "application/json",
                                  [](std::size_t, std::size_t, httplib::DataSink&) { return false; });
    return;
  }
  response.status = fault.status;
  if (!fault.retry_after.empty()) response.set_header("Retry-After", fault.retry_after);
  response.set_content(fault.body, "application/json");
}

std::unique_lock<std::mutex> SearchDouble::lock() const { return std::unique_lock(impl_->mutex); }

std::string SearchDouble::url() const { return "http://127.0.0.1:" + std::to_string(impl_->port); }

void SearchDouble::fail(std::vector<Fault> faults) {
  const auto held = lock();
  impl_->faults.insert(impl_->faults.end(), faults.begin(), faults.end());
}

void SearchDouble::let_go() {
  const auto held = lock();
  impl_->free = true;
  impl_->freed.notify_all();
}

void SearchDouble::refuse(const std::string& id) {
  const auto held = lock();
  refused_.insert(id);
}

void SearchDouble::limit_bytes(std::size_t bytes) {
  const auto held = lock();
  impl_->most_bytes = bytes;
}

void SearchDouble::require_authorization(const std::string& line) {
  const auto held = lock();
  impl_->authorization = line;
}

std::map<std::string, nlohmann::json> SearchDouble::documents() const {
  const auto held = lock();
  std::map<std::string, Json> out;
  for (const auto& [id, fields] : visible_) {
    Json& document = out[id] = Json::object();
    for (const char* name :
         {"id",         "url",       "site",     "title",     "headings",    "content", "lists",      "tables",
          "code",       "quotes",    "captions", "author",    "description", "tags",    "categories", "published",
          "modified",   "image",     "licence",  "fetched",   "lang",        "type",    "status",     "reason",
          "confidence", "extractor", "digest",   "structure", "generator",   "export",  "page",       "trail",
          "chunk",      "chunks",    "markdown", "tokens",    "begin",       "end",     "repeated"})
      if (fields.contains(name_of(name))) document[name] = fields[name_of(name)];
    if (document.size() != fields.size()) throw std::runtime_error("an unknown field: " + fields.dump());
  }
  return out;
}

void SearchDouble::put(const std::string& id, const Json& fields) {
  const auto held = lock();
  Json& document = visible_[id] = Json::object();
  for (const auto& [name, value] : fields.items()) document[name_of(name)] = value;
}

std::vector<std::string> SearchDouble::violations() const {
  const auto held = lock();
  return impl_->violations;
}

int SearchDouble::batches() const {
  const auto held = lock();
  return impl_->batches;
}

int SearchDouble::writes(const std::string& id) const {
  const auto held = lock();
  const auto found = impl_->writes.find(id);
  return found == impl_->writes.end() ? 0 : found->second;
}

std::chrono::milliseconds SearchDouble::largest_gap() const {
  const auto held = lock();
  return impl_->largest_gap;
}

std::size_t SearchDouble::largest_batch() const {
  const auto held = lock();
  return impl_->largest_batch;
}

void SearchDouble::violation(const httplib::Request& request, const std::string& what) {
  impl_->violations.push_back(request.method + " " + request.target + ": " + what);
}

void SearchDouble::check_type(const httplib::Request& request, const std::string& type) {
  if (const auto given = request.get_header_value("Content-Type"); given != type)
    violation(request, "Content-Type is \"" + given + "\" instead of " + type);
}

SearchDouble::Json SearchDouble::parse(const httplib::Request& request, const std::string& text) {
  std::vector<std::set<std::string>> keys;
  const auto check = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      violation(request, "the key " + value.dump() + " occurs twice");
    return true;
  };
  Json json = Json::parse(text, check, false);
  if (json.is_discarded()) violation(request, "invalid JSON: " + text.substr(0, 200));
  return json;
}

void SearchDouble::answer(httplib::Response& response, int status, const Json& body) {
  response.status = status;
  response.set_content(body.dump(), "application/json");
}

void SearchDouble::write(const std::string& id, Json fields) {
  ++impl_->writes[id];
  pending_[id] = std::move(fields);
}

void SearchDouble::refresh() {
  for (auto& [id, fields] : pending_) {
    if (fields.is_null())
      visible_.erase(id);
    else
      visible_[id] = std::move(fields);
  }
  pending_.clear();
}

}  // namespace pith::test
