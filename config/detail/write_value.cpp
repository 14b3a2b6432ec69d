#include "config/detail/write_value.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>

#include "config/detail/scalar.h"
#include "core/text/ascii.h"

namespace pith::config {

namespace {

std::string scalar(bool value) { return value ? "true" : "false"; }
std::string scalar(long value) { return std::to_string(value); }
std::string scalar(double value) { return format_number(value); }
std::string scalar(const std::string& value) { return to_yaml(value); }
std::string scalar(const ParameterValue& value) {
  return std::visit([](const auto& v) { return scalar(v); }, value);
}

std::string list(const std::vector<std::string>& values) {
  std::string text = "[";
  for (const std::string& value : values) text += (text.size() > 1 ? ", " : "") + to_yaml(value);
  return text + "]";
}

}  // namespace

std::string to_yaml(std::string_view text) {
  constexpr std::array<std::string_view, 8> words = {"true", "false", "yes", "no", "on", "off", "null", "nan"};
  const std::string lower = lower_ascii(text);
  const auto is_plain = [&](char c) {
    return is_alphanumeric_ascii(c) || c == '_' || c == '-' || c == '.' || c == '/';
  };
  const bool plain = !lower.empty() && (is_letter_ascii(lower[0]) || lower[0] == '/') &&
                     std::all_of(lower.begin(), lower.end(), is_plain) &&
                     std::find(words.begin(), words.end(), lower) == words.end();
  if (plain) return std::string(text);
  // A JSON string is a double-quoted YAML scalar.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string to_yaml(const Key& key, const Value& value) {
  return std::visit(
      [&](const auto& v) -> std::string {
        using T = std::remove_cvref_t<decltype(v)>;
        if constexpr (std::is_same_v<T, long>)
          return key.unit == "bytes" ? format_size(v) : scalar(v);
        else if constexpr (std::is_same_v<T, std::vector<std::string>>)
          return list(v);
        else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double> || std::is_same_v<T, std::string>)
          return scalar(v);
        else
          return "{}";
      },
      value);
}

std::vector<EntryLine> entry_lines(const Value& map) {
  std::vector<EntryLine> lines;
  if (const auto* texts = std::get_if<std::map<std::string, std::string>>(&map))
    for (const auto& [name, value] : *texts) lines.push_back({1, to_yaml(name), scalar(value), name});
  if (const auto* numbers = std::get_if<std::map<std::string, double>>(&map))
    for (const auto& [name, value] : *numbers) lines.push_back({1, to_yaml(name), scalar(value), name});
  if (const auto* extractors = std::get_if<std::map<std::string, Parameters>>(&map))
    for (const auto& [extractor, parameters] : *extractors) {
      if (parameters.empty()) continue;
      lines.push_back({1, to_yaml(extractor), "", extractor});
      for (const auto& [name, value] : parameters)
        lines.push_back({2, to_yaml(name), scalar(value), extractor + "." + name});
    }
  return lines;
}

}  // namespace pith::config
