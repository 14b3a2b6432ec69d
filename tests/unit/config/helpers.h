// Helpers of the configuration tests.
#pragma once

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

#include "config/detail/write_value.h"
#include "config/load.h"
#include "tests/support/temporary.h"

namespace pith::config::testing {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file, path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// All values, map entries separately, by path, as YAML. Two settings are equal if these are.
inline std::map<std::string, std::string> flatten(const Settings& settings) {
  std::map<std::string, std::string> all;
  for (const Key& key : keys()) {
    const Value value = get(settings, key);
    if (!key.is_map()) all[std::string(key.path)] = to_yaml(key, value);
    for (const EntryLine& entry : entry_lines(value))
      if (!entry.value.empty()) all[std::string(key.path) + "." + entry.path] = entry.value;
  }
  return all;
}

// "a.b.c" and "v" as YAML: a:\n  b:\n    c: v.
inline std::string nested(std::string_view path, std::string_view value, int depth = 0) {
  const std::string indentation(static_cast<std::size_t>(depth) * 2, ' ');
  const std::size_t dot = path.find('.');
  if (dot == path.npos) return indentation + std::string(path) + ": " + std::string(value) + "\n";
  return indentation + std::string(path.substr(0, dot)) + ":\n" + nested(path.substr(dot + 1), value, depth + 1);
}

// The error message; empty if there was no error.
template <typename T>
std::string message_of(const Result<T>& result) {
  return result ? "" : result.error().message;
}

inline Config load_good(std::string_view text, const std::filesystem::path& directory = {}) {
  auto config = load_text(text, "pith.yaml", directory);
  BOOST_REQUIRE_MESSAGE(config, message_of(config) + "\nin\n" + std::string(text));
  return *std::move(config);
}

// A directory for configuration files that is removed after the test.
class TemporaryDirectory {
  test::TemporaryDirectory directory_;

 public:
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return path / name;
  }

  const std::filesystem::path path = directory_.path();
};

}  // namespace pith::config::testing
