#include "core/text/bidi.h"

#include <unicode/ubidi.h>
#include <unicode/unistr.h>

#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <vector>

namespace pith {
namespace {

// ICU's levels of our characters around the text, which is in an isolate like the one that <bdi> makes.
std::vector<UBiDiLevel> levels_around(const std::string& text) {
  const auto before = icu::UnicodeString::fromUTF8("ab 12 "), after = icu::UnicodeString::fromUTF8(" › cd 34");
  const auto line = before + icu::UnicodeString::fromUTF8("\u2068" + text + "\u2069") + after;
  const std::unique_ptr<UBiDi, decltype(&ubidi_close)> bidi(ubidi_open(), ubidi_close);
  UErrorCode error = U_ZERO_ERROR;
  ubidi_setPara(bidi.get(), line.getBuffer(), line.length(), 0, nullptr, &error);
  const UBiDiLevel* levels = ubidi_getLevels(bidi.get(), &error);
  BOOST_REQUIRE(U_SUCCESS(error));
  std::vector<UBiDiLevel> ours(levels, levels + before.length());
  ours.insert(ours.end(), levels + line.length() - after.length(), levels + line.length());
  return ours;
}

BOOST_AUTO_TEST_SUITE(bidi)

// All texts of up to four of these characters, by Unicode's algorithm.
BOOST_AUTO_TEST_CASE(nothing_outside_of_its_isolate_is_reordered) {
  const std::vector<std::string> characters = {"a",      "\u05D0", "\u202A", "\u202B", "\u202C", "\u202D",
                                               "\u202E", "\u2066", "\u2067", "\u2068", "\u2069", "\u2029"};
  const auto plain = levels_around("a");
  std::vector<std::string> texts = {""};
  for (std::size_t t = 0, length = 0; length < 4; ++length)
    for (const std::size_t end = texts.size(); t < end; ++t)
      for (const std::string& character : characters) texts.push_back(texts[t] + character);
  std::size_t unclosed = 0;
  for (const std::string& text : texts) {
    BOOST_REQUIRE(levels_around(closed_bidi(text)) == plain);
    unclosed += levels_around(text) != plain;
  }
  BOOST_TEST(unclosed > 1000u, "an isolate alone does not hold them");
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_closed) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\u2067\u202E";
  BOOST_TEST((levels_around(closed_bidi(text)) == levels_around("a")));
}

BOOST_AUTO_TEST_CASE(other_text_stays_as_it_is) {
  for (const char* text :
       {"", "plain", "naïve 北京 \u200F", "\u05D0\u202Bb\u202C", "a \u2068b\u2069 c", "\xE2\x81", "\xFF\xC2"})
    BOOST_TEST(closed_bidi(text) == text);
  BOOST_TEST(closed_bidi("a\u2069b\u2066c\nd\u0085e") == "ab\u2066c d e\u2069");
}

BOOST_AUTO_TEST_CASE(plain_text_loses_its_controls) {
  BOOST_TEST(without_bidi("a\u202Eb\u2069\u200Fc\u061Cd\xE2\x80") == "abcd\xE2\x80");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
