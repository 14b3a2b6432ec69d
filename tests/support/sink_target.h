// What the sinks' suite needs of each sink: a place to write to that checks what it gets.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plugin/app/sinks/sink.h"
#include "tests/support/search_double.h"
#include "tests/support/temporary.h"

namespace pith::test {

class SinkTarget {
 public:
  virtual ~SinkTarget() = default;
  virtual const char* sink() const = 0;  // its name
  virtual SearchDouble* server() { return nullptr; }
  // Of a sink that writes here, with short waits.
  virtual sinks::SinkOptions options() = 0;
  // What is there now: id → fields by Pith's names. Without what marks the documents of an export.
  virtual std::map<std::string, nlohmann::json> documents() = 0;
  virtual std::vector<std::string> violations() = 0;
  // A field's value as the target has it.
  virtual nlohmann::json stored(const std::string& field, const nlohmann::ordered_json& value) const = 0;
};

// One of each sink.
std::vector<std::unique_ptr<SinkTarget>> sink_targets();

}  // namespace pith::test
