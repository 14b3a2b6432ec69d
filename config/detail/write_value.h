// Values as YAML. Private to config/.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/schema.h"

namespace pith::config {

// As YAML on one line, quoted where needed: 4, 16MiB, "a b", [a, b], {}. Maps must be empty.
std::string to_yaml(const Key& key, const Value& value);

// A text as YAML. Quoted if a YAML reader could read it as something other than text.
std::string to_yaml(std::string_view text);

// The entries of a map as YAML, one line each: the depth below the key, the name, the value (empty for the name of an
// extractor, whose parameters follow), and the entry's path below the key's ("conex.threshold").
struct EntryLine {
  int depth;
  std::string name, value, path;
};
std::vector<EntryLine> entry_lines(const Value& map);

}  // namespace pith::config
