// Whole numbers of JSON from outside. nlohmann's get<integer>() converts whatever number there is: 1e30 is undefined
// behaviour, 1.5 and -1 become other numbers.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace pith {

// The number, if it is a whole one that T can hold. Written as a fraction, as programs do whose columns may lack values
// ("200.0"), it counts within the whole numbers that a double has exactly.
template <std::integral T, typename Json>
std::optional<T> whole_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.template get<std::uint64_t>();
    return std::in_range<T>(number) ? std::optional(static_cast<T>(number)) : std::nullopt;
  }
  if (value.is_number_float()) {
    const auto fraction = value.template get<double>();
    constexpr double exact = 9007199254740992;  // 2 to the 53rd
    if (!(fraction >= -exact && fraction <= exact)) return std::nullopt;
    const auto number = static_cast<std::int64_t>(fraction);
    return static_cast<double>(number) == fraction && std::in_range<T>(number) ? std::optional(static_cast<T>(number))
                                                                               : std::nullopt;
  }
  if (!value.is_number_integer()) return std::nullopt;
  const auto number = value.template get<std::int64_t>();
  return std::in_range<T>(number) ? std::optional(static_cast<T>(number)) : std::nullopt;
}

// The same for readers that get_to() their values. Throws Json::type_error if there is none, or another number of them
// than the array has.
template <typename Json, std::integral T>
void get_whole_to(const Json& value, T& out) {
  const auto number = whole_number<T>(value);
  if (!number) throw Json::type_error::create(302, "is not a whole number in its range", &value);
  out = *number;
}
template <typename Json, std::integral T>
void get_whole_to(const Json& value, std::vector<T>& out) {
  if (!value.is_array()) throw Json::type_error::create(302, "is not an array", &value);
  out.resize(value.size());
  for (std::size_t i = 0; i < out.size(); ++i) get_whole_to(value[i], out[i]);
}
template <typename Json, std::integral T, std::size_t N>
void get_whole_to(const Json& value, std::array<T, N>& out) {
  std::vector<T> numbers;
  get_whole_to(value, numbers);
  if (numbers.size() != N) throw Json::type_error::create(302, "has another number of values", &value);
  for (std::size_t i = 0; i < N; ++i) out[i] = numbers[i];
}

}  // namespace pith
