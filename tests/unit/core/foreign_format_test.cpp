#include "core/text/foreign_format.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>

#include "core/text/encoding.h"

using namespace pith;
using namespace std::string_view_literals;

namespace {

std::string format_of(std::string_view bytes, std::string_view charset = {}) {
  return std::string(foreign_format(bytes, decode_html(bytes, charset).text).name);
}

std::string noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

// Each ASCII character of the text in four bytes, with `place` as the one that is not 0.
std::string in_utf32(std::string_view text, std::size_t place) {
  std::string out;
  for (const char c : text) {
    std::string unit(4, '\0');
    unit[place] = c;
    out += unit;
  }
  return out;
}

constexpr std::string_view markup = "<!doctype html><title>Tides</title><p>High water is at noon.";

}  // namespace

BOOST_AUTO_TEST_SUITE(foreign_formats)

BOOST_AUTO_TEST_CASE(what_bytes_are_that_are_no_page) {
  BOOST_TEST(format_of("%PDF-1.7\n1 0 obj << /Title (Tides) >> endobj") == "pdf");
  BOOST_TEST(format_of("%!PS-Adobe-3.0\n%%Pages: 1") == "pdf");
  BOOST_TEST(format_of("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"sv) == "image");
  BOOST_TEST(format_of("\xff\xd8\xff\xe0\0\x10JFIF"sv) == "image");
  BOOST_TEST(format_of("GIF89a\1\0\1\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0"sv) == "image");
  BOOST_TEST(format_of("RIFF" + noise(4, 1) + "WEBPVP8 " + noise(500, 2)) == "image");
  BOOST_TEST(format_of("RIFF" + noise(4, 1) + "WAVEfmt " + noise(500, 2)) == "media");
  BOOST_TEST(format_of("\0\0\0\x18"
                       "ftypmp42\0\0\0\0"sv) == "media");
  BOOST_TEST(format_of("wOF2" + noise(500, 4)) == "media");
  BOOST_TEST(format_of("\x1f\x8b\x08" + noise(500, 5)) == "compressed");
  BOOST_TEST(format_of("PK\3\4" + noise(500, 6)) == "compressed");
  BOOST_TEST(format_of("BZh91AY&SY" + noise(500, 7)) == "compressed");
  for (unsigned seed = 0; seed < 50; ++seed) {
    BOOST_TEST(format_of(noise(5000, seed)) != "", seed);
    BOOST_TEST(format_of(noise(5000, seed), "utf-8") != "", seed);
  }
}

BOOST_AUTO_TEST_CASE(utf_32) {
  for (const std::size_t place : {0, 3}) BOOST_TEST(format_of(in_utf32(markup, place)) == "utf32", place);
  BOOST_TEST(format_of(std::string("\xff\xfe\0\0", 4) + in_utf32(markup, 0)) == "utf32");
  BOOST_TEST(format_of(std::string("\0\0\xfe\xff", 4) + in_utf32(markup, 3)) == "utf32");
}

BOOST_AUTO_TEST_CASE(pages_are_pages) {
  std::string little, big;
  for (const char c : markup) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  for (const std::string& page :
       {std::string(markup), little, big, "\xff\xfe" + little, "\xfe\xff" + big, std::string(),
        std::string("<p>\x1b$B$3$s\x1b(B ok"),
        "<p>caf\xe9, and one \x01 in a long text, " + std::string(1, '\0') + " which somebody pasted in.",
        std::string("GIF89a is a format of images"), std::string("RIFF, the WAVE of"), std::string("The new WAVE of"),
        std::string("PKs are keys"), std::string("\xEF\xBB\xBF<p>x")})
    BOOST_TEST(format_of(page) == "", page);
  // Chinese in UTF-16, whose bytes look like anything, and declared.
  BOOST_TEST(format_of("\x00<\x00p\x00>\x6F\x6E\x6C\x34\x4E\x0D\x66\x2F\x54\x0C"sv, "utf-16be") == "");
}

BOOST_AUTO_TEST_SUITE_END()
