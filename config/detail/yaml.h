// The YAML of a configuration file as a tree that knows where everything stands. Private to config/; the only file that
// yaml-cpp is used behind.
//
// A configuration needs little of YAML, and the rest is refused with a message: anchors and aliases (so nothing can
// grow beyond the file's size), tags, several documents, keys that are not plain text, tabs as indentation. The text is
// bounded in size and depth before anything recurses over it.
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
  std::string text;  // of a scalar
  Position at;       // of a null: where its key or its "-" stands
  std::string key;   // of a value in a map
  Position key_at;
  std::vector<YamlNode> children;  // of a list or a map, in file order; a key may occur twice
};

inline constexpr std::size_t max_yaml_bytes = 1 << 20;
inline constexpr int max_yaml_depth = 32;

struct YamlText {
  YamlNode root;                   // null for a text without content
  std::optional<Problem> problem;  // the first thing that cannot be read; its file is left empty
};

// Never throws on any bytes. A byte order mark, CR LF and CR line ends are taken.
YamlText parse_yaml(std::string_view text);

}  // namespace pith::config
