// From YAML nodes to checked values of keys. Private to config/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/detail/yaml.h"
#include "config/problem.h"
#include "config/schema.h"

namespace pith::config {

struct ReadValue {
  Value value;
  // For a map, what it sets and where: "title", or "conex.threshold".
  std::vector<std::pair<std::string, Position>> entries;
};

// The node as a value of the key, with the type, range, choices and content that schema.cpp requires. Otherwise adds a
// problem under `path` and returns nullopt (for a list or map: the valid part). A single text counts as a list of one,
// and a null as an empty map.
std::optional<ReadValue> read_value(const Key& key, const YamlNode& node, const std::string& path, Problems& problems);

// "a whole number from 0 to 64", ...: what a value of the key, or each value in its list or map, must be.
std::string expectation(const Key& key);

// "got \"four\"", "got a list", ...
std::string describe(const YamlNode& node);

}  // namespace pith::config
