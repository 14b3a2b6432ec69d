#include "core/text/json_number.h"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

using nlohmann::json;
using namespace pith;

namespace {

template <typename T>
std::optional<T> read(const char* text) {
  return whole_number<T>(json::parse(text));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_number)

BOOST_AUTO_TEST_CASE(whole_numbers_within_their_range) {
  BOOST_TEST((read<std::int64_t>("-9223372036854775808") == std::optional(std::int64_t{-9223372036854775807} - 1)));
  BOOST_TEST((read<std::uint64_t>("18446744073709551615") == std::optional(~std::uint64_t{0})));
  BOOST_TEST((read<int>("200") == std::optional(200)));
  BOOST_TEST((read<int>("200.0") == std::optional(200)));
  BOOST_TEST((read<std::int64_t>("-2e3") == std::optional(std::int64_t{-2000})));
  for (const char* text : {"18446744073709551615", "9223372036854775808", "184467440737095516150", "1e30", "1.5",
                           "\"1\"", "true", "null", "[1]", "{}"})
    BOOST_TEST(!read<std::int64_t>(text), text);
  for (const char* text : {"-1", "-1.0", "1e20", "18446744073709551616"}) BOOST_TEST(!read<std::uint64_t>(text), text);
  for (const char* text : {"2147483648", "-2147483649", "4294967496", "2147483648.0"})
    BOOST_TEST(!read<int>(text), text);
}

BOOST_AUTO_TEST_CASE(others_are_type_errors) {
  std::int64_t number = 7;
  BOOST_CHECK_THROW(get_whole_to(json(1e30), number), json::type_error);
  BOOST_TEST(number == 7);
  get_whole_to(json(8), number);
  BOOST_TEST(number == 8);
  std::vector<std::uint64_t> numbers;
  get_whole_to(json::array({1, 2}), numbers);
  BOOST_TEST(numbers == std::vector<std::uint64_t>({1, 2}), boost::test_tools::per_element());
  BOOST_CHECK_THROW(get_whole_to(json::array({1, -2}), numbers), json::type_error);
  BOOST_CHECK_THROW(get_whole_to(json(1), numbers), json::type_error);
  std::array<std::uint64_t, 2> two{};
  get_whole_to(json::array({3, 4}), two);
  BOOST_TEST(two[1] == 4u);
  BOOST_CHECK_THROW(get_whole_to(json::array({3}), two), json::type_error);
}

BOOST_AUTO_TEST_SUITE_END()
