#include "config/detail/scalar.h"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "config/problem.h"

namespace pith::config {
namespace {

BOOST_AUTO_TEST_SUITE(config_scalars)

BOOST_AUTO_TEST_CASE(sizes) {
  const std::pair<std::string_view, long> good[] = {{"0", 0},
                                                    {"17", 17},
                                                    {"1B", 1},
                                                    {"2kB", 2000},
                                                    {"2KiB", 2048},
                                                    {"512MB", 512'000'000},
                                                    {"2 GiB", 2l << 30},
                                                    {"1gb", 1'000'000'000},
                                                    {"3  tib", 3l << 40},
                                                    {"1TB", 1'000'000'000'000}};
  for (const auto& [text, bytes] : good) BOOST_TEST((parse_size(text) == bytes), text);
  for (const std::string_view text :
       {"", " ", "MB", "1.5MB", "-1", "+1", "1 M", "1MBs", "1 MB 2", " 1", "9999999999999TiB", "99999999999999999999"})
    BOOST_TEST(!parse_size(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(sizes_are_written_as_they_are_read) {
  for (const long bytes : {0l, 1l, 1023l, 1024l, 1025l, 1l << 20, (1l << 20) + 1, 3l << 30, 5l << 40, 1024l << 40,
                           std::numeric_limits<long>::max()})
    BOOST_TEST((parse_size(format_size(bytes)) == bytes), format_size(bytes));
  BOOST_TEST(format_size(16 << 20) == "16MiB");
}

BOOST_AUTO_TEST_CASE(numbers) {
  BOOST_TEST((parse_whole("-12") == -12));
  for (const std::string_view text : {"", "+1", " 1", "1 ", "1.0", "0x10", "1e3", "9223372036854775808", "four"})
    BOOST_TEST(!parse_whole(text).has_value(), text);
  BOOST_TEST((parse_fraction("1e3") == 1000.0));
  BOOST_TEST((parse_fraction("-0.25") == -0.25));
  for (const std::string_view text : {"", "1,5", "1 ", "one", "1e999"})
    BOOST_TEST(!parse_fraction(text).has_value(), text);
  for (const double number : {0.0, 1.0, 0.1, 1.0 / 3, 1e-7, 12345.678})
    BOOST_TEST((parse_fraction(format_number(number)) == number));
}

BOOST_AUTO_TEST_CASE(language_codes) {
  for (const std::string_view text : {"en", "zh-Hant", "pt-BR", "gsw", "sr-Latn-RS", "es-419"})
    BOOST_TEST(is_language_code(text), text);
  for (const std::string_view text :
       {"", "e", "english", "EN", "en-", "en--US", "-en", "en_US", "en-U", "en-123456789"})
    BOOST_TEST(!is_language_code(text), text);
}

BOOST_AUTO_TEST_CASE(valid_utf8) {
  for (const std::string_view text :
       {"", "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xef\xbf\xbf", "\xf4\x8f\xbf\xbf"})
    BOOST_TEST(valid_utf8_prefix(text) == text.size());
  for (const std::string_view text : {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
                                      "\xf4\x90\x80\x80", "\xff", "\xe2\x82", "\xf0\x9f\x98"})
    BOOST_TEST(valid_utf8_prefix("ab" + std::string(text)) == 2u);
}

BOOST_AUTO_TEST_CASE(printable_text_is_one_line) {
  BOOST_TEST(printable("a\nb\x1b[0m\xff") == "a?b?[0m?");
  BOOST_TEST(printable("abcdef", 3) == "abc...");
  BOOST_TEST(printable("\xc3\xa9\xc3\xa9", 3) == "\xc3\xa9...");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
