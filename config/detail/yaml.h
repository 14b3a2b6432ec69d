// The YAML of a configuration file as a tree with positions. Private to config/; only yaml.cpp uses yaml-cpp.
//
// A configuration needs little of YAML. The rest is rejected with a message: anchors and aliases (so nothing can grow
// beyond the file's size), tags, several documents, keys that are not plain text, tabs as indentation. Size and depth
// are checked before anything recurses over the text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/problem.h"

namespace pith::config {

struct YamlNode {
  enum class Kind { null, scalar, list, map };
  Kind kind = Kind::null;
  std::string text;  // for a scalar
  Position at;       // for a null: the position of its key or its "-"
  std::string key;   // for a value in a map
  Position key_at;
  std::vector<YamlNode> children;  // for a list or a map, in file order; a key may occur twice
};

inline constexpr std::size_t max_yaml_bytes = 1 << 20;
inline constexpr int max_yaml_depth = 32;

struct YamlText {
  YamlNode root;                   // null for text without content
  std::optional<Problem> problem;  // the first syntax problem; its `file` is left empty
};

// Never throws on any bytes. Accepts a byte order mark, and CR LF and CR line ends.
YamlText parse_yaml(std::string_view text);

}  // namespace pith::config
