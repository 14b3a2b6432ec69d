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

// The node as a value of the key: type, range, choices and content are as the list in schema.cpp says, or a problem is
// added under `path` and nothing (of a list or map: the good part) comes back. A single text is taken as a list of one,
// and nothing as an empty map.
std::optional<ReadValue> read_value(const Key& key, const YamlNode& node, const std::string& path, Problems& problems);

// "a whole number from 0 to 64", ...: what a value of the key, or each one of its list or map, must be.
std::string expectation(const Key& key);

// "got \"four\"", "got a list", ...
std::string describe(const YamlNode& node);

}  // namespace pith::config
