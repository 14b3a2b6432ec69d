// A server's answers to `pith export`, over HTTP: whatever they are, each document is sent, refused or lost to an
// error.
//
// Input: a line that names the sink; then answers, separated by NULs: a letter for the status, and the body. After the
// last one, the server answers 500.
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "indexer_adapter/export/sink.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;
using namespace std::chrono_literals;

namespace {

class Server {
 public:
  Server() {
    server_.set_keep_alive_max_count(1000);
    server_.set_tcp_nodelay(true);
    server_.set_pre_routing_handler([this](const httplib::Request&, httplib::Response& response) {
      const std::lock_guard lock(mutex_);
      response.status = 500;
      if (!answers_.empty()) {
        constexpr int statuses[] = {200, 201, 301, 400, 401, 404, 409, 413, 429, 500, 503};
        const std::string answer = std::move(answers_.front());
        answers_.pop_front();
        if (!answer.empty()) {
          response.status = statuses[static_cast<unsigned char>(answer[0] - 'a') % std::size(statuses)];
          response.set_content(answer.substr(1), "application/json");
        }
      }
      return httplib::Server::HandlerResponse::Handled;
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    require(port_ > 0, "a port can be had");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~Server() {
    server_.stop();
    thread_.join();
  }

  void put(std::deque<std::string> answers) {
    const std::lock_guard lock(mutex_);
    answers_ = std::move(answers);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::deque<std::string> answers_;
};

void check_error(const Error& error) {
  static const std::string_view known[] = {"unreachable", "busy",       "unauthorised", "no_collection",
                                           "redirected",  "bad_answer", "refused",      "prune"};
  require(std::ranges::find(known, error.code) != std::end(known), "an error is one of a sink's", error.code);
  require_printable(error.message);
}

void export_to(const sinks::SinkInfo& info, const sinks::SinkOptions& options) {
  const auto sink = info.open(options);
  if (!sink) return check_error(sink.error());
  constexpr std::int64_t documents = 3;
  std::optional<Error> error;
  for (std::int64_t i = 0; i < documents && !error; ++i) {
    sinks::SinkDocument document{
        .id = std::to_string(i), .url = "https://example.org/" + std::to_string(i), .fields = {}};
    document.fields["id"] = document.id;
    error = (*sink)->put(document);
  }
  if (!error) error = (*sink)->finish();
  const sinks::ExportCounts& counts = (*sink)->counts();
  require(counts.sent >= 0 && counts.refused >= 0 && counts.sent + counts.refused <= documents, "the counts add up");
  for (const sinks::Refusal& refusal : counts.first_refusals) require_printable(refusal.why);
  if (error) return check_error(*error);
  require(counts.sent + counts.refused == documents, "each document is sent or refused");
  const auto pruned = (*sink)->prune({"example.org"});
  if (!pruned) check_error(pruned.error());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Server server;
  std::string_view bytes = view_of(data, size);
  const auto info = sinks::find_sink(std::string(take_until(bytes, '\n')));
  if (!info || !(*info)->server) return 0;
  std::deque<std::string> answers;
  while (!bytes.empty()) answers.emplace_back(take_until(bytes, '\0'));
  server.put(std::move(answers));
  export_to(**info, {.url = server.url(),
                     .collection = "pith",
                     .run = "r1",
                     .batch_documents = 2,
                     .retry = {.tries = 3, .first_wait = 0ms, .longest_wait = 0ms, .longest_asked = 0ms}});
  return 0;
}
