// Common code of sinks that speak HTTP: bounded batches, one request at a time, each document retried, refused or sent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "indexer_adapter/export/http_session.h"
#include "indexer_adapter/export/sink.h"

namespace pith::sinks {

// put() and remove() collect; a full batch is sent before the next document is accepted, so an export is never faster
// than its server.
class BatchSink : public Sink {
 public:
  std::optional<Error> put(const SinkDocument& document) final;
  std::optional<Error> remove(const std::string& id) final;
  std::optional<Error> finish() final;
  Result<std::int64_t> prune(const std::vector<std::string>& sites) final;

 protected:
  struct Action {
    std::string id;
    std::string url;   // for messages; empty: unknown
    std::string body;  // the document as JSON on one line; empty: remove it
  };
  using Actions = std::vector<const Action*>;

  enum class Fate : std::uint8_t { done, again, refused };
  struct Outcome {
    Fate fate = Fate::done;
    std::string why = {};
  };

  BatchSink(HttpSession session, const SinkOptions& options) : session_(std::move(session)), options_(options) {}

  // --- What differs between servers. A batch holds either documents or removals ---
  // A document's fields in the server's schema.
  virtual nlohmann::ordered_json fields_of(const SinkDocument& document) const = 0;
  virtual HttpRequest request_of(const Actions& actions) const = 0;
  // One outcome per action. An error ends the export; "split": the server accepted nothing, or not everything, but may
  // accept parts; `message` is its reason.
  virtual Result<std::vector<Outcome>> outcomes_of(const HttpAnswer& answer, const Actions& actions) const = 0;
  // Makes everything sent visible.
  virtual std::optional<Error> commit() = 0;
  // Pith's documents of these sites (empty: all), of this run (`ours`) or of all others.
  virtual Result<std::int64_t> count(const std::vector<std::string>& sites, bool ours) = 0;
  virtual Result<std::int64_t> remove_others(const std::vector<std::string>& sites) = 0;

  Error bad_answer(const HttpAnswer& answer) const;

  HttpSession session_;
  const SinkOptions options_;

 private:
  std::optional<Error> add(Action action);
  std::optional<Error> flush();
  std::optional<Error> send(Actions actions);
  std::optional<Error> split(const Actions& actions, const std::string& why);
  std::optional<Error> settle(const Action& action, const Outcome& outcome);

  std::vector<Action> batch_;
  std::unordered_set<std::string> ids_;  // in the batch
  std::size_t batch_bytes_ = 0;
};

}  // namespace pith::sinks
