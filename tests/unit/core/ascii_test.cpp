// ASCII characters, tokens and percent escapes, over all bytes.
#include "core/text/ascii.h"

#include <boost/test/unit_test.hpp>
#include <cctype>
#include <cstdint>
#include <string>

#include "core/text/detail/utf8.h"
#include "core/text/percent.h"

using namespace pith;

namespace {

constexpr int hex(int byte) { return std::isdigit(byte) ? byte - '0' : std::tolower(byte) - 'a' + 10; }

}  // namespace

BOOST_AUTO_TEST_SUITE(ascii)

BOOST_AUTO_TEST_CASE(characters_are_what_the_c_locale_says) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    BOOST_TEST_CONTEXT("byte " << byte) {
      BOOST_TEST(is_digit_ascii(c) == (std::isdigit(byte) != 0));
      BOOST_TEST(is_letter_ascii(c) == (std::isalpha(byte) != 0));
      BOOST_TEST(is_alphanumeric_ascii(c) == (std::isalnum(byte) != 0));
      BOOST_TEST(is_space_ascii(c) == (std::isspace(byte) != 0 && c != '\v'));
      BOOST_TEST(is_space_ascii(c) == (ascii_spaces.find(c) != std::string_view::npos));
      BOOST_TEST(lower_ascii(c) == static_cast<char>(std::tolower(byte)));
      BOOST_TEST(hex_value(c) == (std::isxdigit(byte) ? hex(byte) : -1));
      BOOST_TEST(is_beyond_ascii(c) == (byte >= 128));
      std::string escape;
      append_escape(escape, c);
      BOOST_TEST(escape.size() == 3u);
      BOOST_TEST((escape_at("x" + escape, 1) == c));
      BOOST_TEST((escape_at(lower_ascii(escape), 0) == c));
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_escape) {
  for (const std::string_view text : {"", "%", "%4", "%g0", "%0g", "%-1", "% 1", "41%", "%%41"})
    BOOST_TEST(!escape_at(text, 0), text);
  BOOST_TEST(!escape_at("%41", 7));
}

BOOST_AUTO_TEST_CASE(percent_encoding_leaves_what_may_stand) {
  BOOST_TEST(percent_encoded("a b/%ü~", is_unreserved) == "a%20b%2F%25%C3%BC~");
  BOOST_TEST(percent_encoded("", is_unreserved) == "");
}

BOOST_AUTO_TEST_CASE(tokens_are_whole_words) {
  BOOST_TEST(has_token(" a\tbc\n", "bc"));
  BOOST_TEST(!has_token("abc", "bc"));
  BOOST_TEST(!has_token("a b", ""));
  BOOST_TEST(!has_token("", "a"));
  BOOST_TEST(!any_token(" \f\r", [](std::string_view) { return true; }));
}

BOOST_AUTO_TEST_CASE(case_does_not_count_in_ascii_alone) {
  BOOST_TEST(equals_ignoring_case("Content-Type", "cONTENT-tYPE"));
  BOOST_TEST(!equals_ignoring_case("a", "ab"));
  BOOST_TEST(!equals_ignoring_case("Ä", "ä"));
  BOOST_TEST(!equals_ignoring_case("[", "{"));
}

BOOST_AUTO_TEST_CASE(code_points_that_are_none_become_replacements) {
  const auto utf8 = [](std::uint32_t number) {
    std::string out = "x";
    append_code_point(out, number);
    return out;
  };
  BOOST_TEST(utf8('a') == "xa");
  BOOST_TEST(utf8(0x20ac) == "x€");
  BOOST_TEST(utf8(0x10ffff) == "x\xf4\x8f\xbf\xbf");
  for (const std::uint32_t none : {0u, 0xd800u, 0xdfffu, 0x110000u, 0xffffffffu}) BOOST_TEST(utf8(none) == "x\uFFFD");
}

BOOST_AUTO_TEST_SUITE_END()
