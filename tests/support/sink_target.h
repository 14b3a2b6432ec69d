// The sinks' test suite needs one for each sink: a target to write to that checks its input.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "indexer_adapter/export/sink.h"
#include "tests/support/search_double.h"
#include "tests/support/temporary.h"

namespace pith::test {

class SinkTarget {
 public:
  virtual ~SinkTarget() = default;
  virtual const char* sink() const = 0;  // its name
  virtual SearchDouble* server() { return nullptr; }
  // Options of a sink that writes here, with short waits.
  virtual sinks::SinkOptions options() = 0;
  // The current documents: id → fields by Pith's names, without the fields that mark documents of an export.
  virtual std::map<std::string, nlohmann::json> documents() = 0;
  virtual std::vector<std::string> violations() = 0;
  // A field's value as stored in the target.
  virtual nlohmann::json stored(const std::string& field, const nlohmann::ordered_json& value) const = 0;
};

// One of each sink.
std::vector<std::unique_ptr<SinkTarget>> sink_targets();

}  // namespace pith::test
