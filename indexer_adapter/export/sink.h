// Sinks: where `pith export` writes the index's pages.
//
// A sink accepts documents one by one, sends them in batches when it likes, and holds no more than one batch. Ids are
// stable, so everything a sink does can be repeated: a document that arrives twice is stored once.
//
//   auto sink = (*find_sink("opensearch"))->open({.url = "http://127.0.0.1:9200", .collection = "pages", .run = run});
//   for (...) if (auto error = (*sink)->put(document)) ...     // ends the export
//   if (auto error = (*sink)->finish()) ...                    // now everything is there and can be found
//   (*sink)->counts()                                         // what became of every document
//
// To add one: a file in this folder that defines `NAME_sink`, and a line in sinks.def. The conformance suite
// (tests/conformance) then asks for a double of it. Sinks that speak HTTP derive from BatchSink (batch_sink.h).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/export/sink_document.h"

namespace pith::sinks {

struct Credentials {
  std::string user = {}, password = {};
  std::string api_key = {};
};

struct RetryOptions {
  int tries = 8;                              // tries of a request, or of the documents of a batch
  std::chrono::milliseconds first_wait{500};  // doubled each time, randomly shortened by up to half
  std::chrono::milliseconds longest_wait{30'000};
  std::chrono::milliseconds longest_asked{300'000};  // of a server's Retry-After; beyond, the sink gives up
};

struct SinkOptions {
  std::string output = {};                                    // json_lines: the file; empty: standard output
  std::string url = {};                                       // of the server
  std::string collection = "pith";                            // index or collection on the server
  std::span<const DocumentField> fields = document_fields();  // that the documents may have
  std::string run = {};  // names this export: a letter and digits, unique. Only for servers
  Credentials credentials = {};
  std::size_t batch_bytes = 5 << 20;  // a larger document goes alone
  std::size_t batch_documents = 1000;
  RetryOptions retry = {};
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds request_timeout{60'000};
  std::chrono::milliseconds slow_timeout{600'000};       // for work proportional to the collection: commit, prune
  const std::atomic<bool>* stop = nullptr;               // ends requests and waits: error code::stopped
  std::function<void(const std::string&)> waiting = {};  // called before each wait, with the reason
};

// A document that the target does not accept.
struct Refusal {
  std::string id, url, why;
};

// Each document passed to put() is sent, refused, or, after an error, neither. `retried` counts documents each time
// they are sent again.
struct ExportCounts {
  std::int64_t sent = 0, removed = 0, refused = 0, retried = 0;
  std::int64_t bytes = 0;               // of the documents sent
  std::vector<Refusal> first_refusals;  // at most 10
  std::vector<std::string> refused_ids;

  void refuse(Refusal refusal);
};

// Not thread-safe. After an error, only counts() may be called. Errors: "usage", "stopped"; "write" (files);
// "unreachable" (no answer, after all tries), "busy" (the server asks clients to wait, after all tries), "tls_failed",
// "unauthorised", "no_collection", "redirected", "bad_answer", "refused" (the server accepts nothing it gets).
class Sink {
 public:
  virtual ~Sink() = default;

  // The later of two calls for the same id wins.
  virtual std::optional<Error> put(const SinkDocument& document) = 0;
  // Also for a document that is not there.
  virtual std::optional<Error> remove(const std::string& id) = 0;
  // Sends the rest and makes everything visible. Call it once, last.
  virtual std::optional<Error> finish() = 0;
  // After finish(): removes Pith's documents of these sites (empty: all) from runs other than `run`, and returns how
  // many. Error "usage" from sinks that cannot.
  virtual Result<std::int64_t> prune(const std::vector<std::string>& sites) = 0;

  const ExportCounts& counts() const { return counts_; }

 protected:
  ExportCounts counts_;
};

struct SinkInfo {
  const char* name;         // for --to
  const char* description;  // one line, for help
  bool server;              // uses url and collection; else output
  Result<std::unique_ptr<Sink>> (*open)(const SinkOptions& options);
};

// Every sink, in the order of the list.
std::vector<const SinkInfo*> sinks();

// Error "usage" names the existing sinks.
Result<const SinkInfo*> find_sink(const std::string& name);

}  // namespace pith::sinks
