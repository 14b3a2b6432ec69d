#include "config/detail/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>

#include "config/problem.h"
#include "core/text/ascii.h"

namespace pith::config {

namespace {

struct SizeUnit {
  std::string_view name;
  long factor;
};
constexpr long k = 1024;
constexpr SizeUnit size_units[] = {
    {"b", 1},   {"kb", 1'000}, {"mb", 1'000'000}, {"gb", 1'000'000'000}, {"tb", 1'000'000'000'000},
    {"kib", k}, {"mib", k* k}, {"gib", k* k* k},  {"tib", k* k* k* k}};

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<bool> parse_flag(std::string_view text) {
  const std::string word = lower_ascii(text);
  if (word == "true" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "no" || word == "off") return false;
  return std::nullopt;
}

std::optional<long> parse_whole(std::string_view text) { return parse_number<long>(text); }

std::optional<double> parse_fraction(std::string_view text) { return parse_number<double>(text); }

std::optional<long> parse_size(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = parse_whole(text.substr(0, digits));
  if (!number) return std::nullopt;
  std::string_view rest = text.substr(digits);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  if (rest.empty()) return number;
  for (const SizeUnit& unit : size_units)
    if (equals_ignoring_case(rest, unit.name)) {
      if (*number > std::numeric_limits<long>::max() / unit.factor) return std::nullopt;
      return *number * unit.factor;
    }
  return std::nullopt;
}

bool is_language_code(std::string_view text) {
  const auto is_lower_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  for (bool first = true; first || !text.empty(); first = false) {
    const std::string_view part = text.substr(0, text.find('-'));
    if (first ? part.size() < 2 || part.size() > 3 || !std::all_of(part.begin(), part.end(), is_lower_letter)
              : part.size() < 2 || part.size() > 8 || !std::all_of(part.begin(), part.end(), is_alphanumeric_ascii))
      return false;
    text.remove_prefix(part.size());
    if (text == "-") return false;
    if (!text.empty()) text.remove_prefix(1);
  }
  return true;
}

bool is_clean_text(std::string_view text) {
  return valid_utf8_prefix(text) == text.size() && std::none_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
         });
}

std::string format_size(long bytes) {
  constexpr std::string_view units[] = {"KiB", "MiB", "GiB", "TiB"};
  std::string_view unit;
  for (const std::string_view next : units) {
    if (bytes < k || bytes % k != 0) break;
    bytes /= k;
    unit = next;
  }
  return std::to_string(bytes).append(unit);
}

std::string format_number(double number) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return std::string(buffer.data(), error == std::errc() ? end : buffer.data());
}

}  // namespace pith::config
