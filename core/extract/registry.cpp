#include "core/extract/registry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace pith {

#define PITH_EXTRACTOR(name) ExtractorInfo name##_info();
#include "core/extract/extractors/list.def"
#undef PITH_EXTRACTOR

namespace {

// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
unsigned edit_distance(std::string_view a, std::string_view b) {
  std::vector<unsigned> before, above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), 0u);
  for (std::size_t i = 0; i < a.size(); ++i) {
    row[0] = static_cast<unsigned>(i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j] + (a[i] != b[j]), row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    before = std::exchange(above, row);
  }
  return above.back();
}

std::string quoted(const ParameterValue& value) {
  struct Printer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(long v) const { return std::to_string(v); }
    std::string operator()(double v) const {
      std::string text = std::to_string(v);
      text.erase(text.find_last_not_of('0') + 1);
      if (text.back() == '.') text += '0';
      return text;
    }
    std::string operator()(const std::string& v) const { return "\"" + v + "\""; }
  };
  return std::visit(Printer{}, value);
}

std::string expectation(const ParameterInfo& info) {
  if (std::holds_alternative<bool>(info.fallback)) return "true or false";
  if (std::holds_alternative<std::string>(info.fallback)) {
    std::string text;
    for (const std::string_view choice : info.choices) text += (text.empty() ? "one of " : ", ") + std::string(choice);
    return text.empty() ? "a text" : text;
  }
  const bool whole = std::holds_alternative<long>(info.fallback);
  const auto bound = [&](double v) { return whole ? std::to_string(static_cast<long>(v)) : quoted(v); };
  return (whole ? "a whole number from " : "a number from ") + bound(info.minimum) + " to " + bound(info.maximum);
}

bool fits(const ParameterInfo& info, ParameterValue& value) {
  if (std::holds_alternative<double>(info.fallback))
    if (const long* whole = std::get_if<long>(&value)) value = static_cast<double>(*whole);
  if (value.index() != info.fallback.index()) return false;
  if (const auto* text = std::get_if<std::string>(&value))
    return info.choices.empty() || std::find(info.choices.begin(), info.choices.end(), *text) != info.choices.end();
  if (std::holds_alternative<bool>(value)) return true;
  const double number =
      std::holds_alternative<long>(value) ? static_cast<double>(std::get<long>(value)) : std::get<double>(value);
  return number >= info.minimum && number <= info.maximum;
}

}  // namespace

std::span<const ExtractorInfo> extractors() {
  static const std::array list = {
#define PITH_EXTRACTOR(name) name##_info(),
#include "core/extract/extractors/list.def"
#undef PITH_EXTRACTOR
  };
  return list;
}

const ExtractorInfo* find_extractor(std::string_view name) {
  for (const ExtractorInfo& info : extractors())
    if (info.name == name) return &info;
  return nullptr;
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.size() > 100) return {};
  std::string_view best;
  unsigned best_distance = static_cast<unsigned>(std::max<std::size_t>(2, name.size() / 3)) + 1;
  for (const std::string_view candidate : candidates) {
    const unsigned distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::optional<ParameterValue> parse_value(const ParameterInfo& info, std::string_view text) {
  if (std::holds_alternative<std::string>(info.fallback)) return std::string(text);
  if (std::holds_alternative<bool>(info.fallback)) {
    if (text != "true" && text != "false") return std::nullopt;
    return text == "true";
  }
  const auto number = [&](auto value) -> std::optional<ParameterValue> {
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || at != end) return std::nullopt;
    return value;
  };
  return std::holds_alternative<long>(info.fallback) ? number(0L) : number(0.0);
}

Result<Parameters> complete_parameters(const ExtractorInfo& info, const Parameters& given) {
  Parameters values;
  std::vector<std::string_view> names;
  for (const ParameterInfo& parameter : info.parameters) {
    values.emplace(parameter.name, parameter.fallback);
    names.push_back(parameter.name);
  }
  for (const auto& [name, value] : given) {
    const auto known = std::find_if(info.parameters.begin(), info.parameters.end(),
                                    [&name = name](const ParameterInfo& p) { return p.name == name; });
    if (known == info.parameters.end()) {
      const std::string_view nearest = nearest_name(name, names);
      return Error{"unknown_parameter", std::string(info.name) + " has no parameter " + name +
                                            (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?")};
    }
    ParameterValue checked = value;
    if (!fits(*known, checked))
      return Error{"bad_parameter", std::string(info.name) + "." + name + ": expected " + expectation(*known) +
                                        ", got " + quoted(value)};
    values[name] = checked;
  }
  return values;
}

Result<std::unique_ptr<Extractor>> make_extractor(std::string_view name, const Parameters& given) {
  const ExtractorInfo* info = find_extractor(name);
  if (!info) {
    std::vector<std::string_view> names;
    for (const ExtractorInfo& known : extractors()) names.push_back(known.name);
    const std::string_view nearest = nearest_name(name, names);
    return Error{"unknown_extractor", "there is no extractor " + std::string(name) +
                                          (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?")};
  }
  auto values = complete_parameters(*info, given);
  if (!values) return values.error();
  return info->make(*values);
}

}  // namespace pith
