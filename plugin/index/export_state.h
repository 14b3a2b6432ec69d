// What an output has of earlier exports: which documents, and which version of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/export/sink_document.h"

namespace pith::sinks {

// A file that lies with the output. Before anything is sent, it says what may change: so an export that is killed at
// any point is made good by the next one, which sends these documents again or removes them. Memory: about 150 bytes a
// document. Not thread-safe, and one export at a time.
class ExportState {
 public:
  // An output without state has nothing. `scope`: what of the index goes where; a state of another one is refused.
  // Errors: "usage" (another scope), "bad_state", "io".
  static Result<ExportState> load(const std::string& file, std::string scope);

  // First pass: every document there is now.
  void see(const SinkDocument& document);
  // After it: documents that are gone, by id.
  std::vector<std::string> gone() const;
  // Not all documents could be read, or there are none: what was not seen is not taken for gone.
  void keep_unseen() { keeps_unseen_ = true; }
  // Whether the output lacks the document, or has another version.
  bool wants(const std::string& id) const;
  std::int64_t changes() const;

  // Before the second pass: writes what the output is going to have, with its changes in doubt. Error "write".
  std::optional<Error> announce() const { return save(true); }
  // Once the output has all of them, but for those that it refused: these stay in doubt. Error "write".
  std::optional<Error> conclude(const std::vector<std::string>& refused);

 private:
  static constexpr std::uint64_t unknown = 0;
  struct Version {
    std::uint64_t there = unknown, now = unknown;  // there unknown: in doubt; now unknown: gone
  };

  ExportState(std::string file, std::string scope) : file_(std::move(file)), scope_(std::move(scope)) {}
  std::optional<Error> save(bool in_doubt) const;

  std::string file_, scope_;
  bool keeps_unseen_ = false;
  std::unordered_map<std::string, Version> versions_;  // by id
};

}  // namespace pith::sinks
