#include "core/text/encoding.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

using namespace pith;

namespace {

void check(std::string_view bytes, std::string_view charset, std::string_view text, std::string_view encoding,
           std::string_view evidence) {
  const Decoded d = decode_html(bytes, charset);
  BOOST_TEST(d.text == text);
  BOOST_TEST(d.encoding == encoding);
  BOOST_TEST(d.evidence == evidence);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(encoding)

BOOST_AUTO_TEST_CASE(evidence_in_order) {
  check("\xEF\xBB\xBF<p>\xC3\xA4", "iso-8859-1", "<p>ä", "UTF-8", "bom");
  check(std::string_view("\xFF\xFE<\0p\0>\0\xE4\0", 10), "", "<p>ä", "UTF-16LE", "bom");
  check("<p>\xE4", "ISO-8859-1", "<p>ä", "windows-1252", "http");
  check("<meta charset=windows-1251><p>\xC4\xE0", "", "<meta charset=windows-1251><p>Да", "windows-1251", "meta");
  check("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>\xE4\xC1", "",
        "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>Да", "KOI8-R", "meta");
  check("<?xml version='1.0' encoding='iso-8859-2'?>\xB1", "", "<?xml version='1.0' encoding='iso-8859-2'?>ą",
        "ISO-8859-2", "meta");
  check("<p>\xC3\xA4", "", "<p>ä", "UTF-8", "utf-8");
  check("<p>plain", "", "<p>plain", "UTF-8", "utf-8");
}

BOOST_AUTO_TEST_CASE(encodings_that_nothing_declares) {
  // "The harbour authority said on Tuesday that the old lighthouse will be repaired before winter."
  const std::string korean =
      "<p>\xC7\xD7\xB8\xB8 \xB4\xE7\xB1\xB9\xC0\xBA \xC8\xAD\xBF\xE4\xC0\xCF \xBF\xC0\xB7\xA1\xB5\xC8 "
      "\xB5\xEE\xB4\xEB\xB8\xA6 \xB0\xDC\xBF\xEF \xC0\xFC\xBF\xA1 \xBC\xF6\xB8\xAE\xC7\xD2 "
      "\xB0\xCD\xC0\xCC\xB6\xF3\xB0\xED \xB9\xDF\xC7\xA5\xC7\xDF\xB4\xD9.";
  check(korean, "", "<p>항만 당국은 화요일 오래된 등대를 겨울 전에 수리할 것이라고 발표했다.", "EUC-KR", "detector");
  check("<p>\x1b$B$3$s\x1b(B ok", "", "<p>こん ok", "ISO-2022-JP", "detector");

  std::string little, big;
  const std::string ascii = "<!doctype html><title>Caf\xE9</title><p>A few words of text.";
  for (const char c : ascii) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  const std::string text = "<!doctype html><title>Café</title><p>A few words of text.";
  check(little, "", text, "UTF-16LE", "detector");
  check(big, "utf-8", text, "UTF-16BE", "detector");
}

BOOST_AUTO_TEST_CASE(a_declaration_left_over_from_another_encoding_is_not_believed) {
  const std::string text = "<p>这个网页保存成了另一种编码，可是声明还是原来的那个，没有改。";
  check("<meta charset=gb2312>" + text, "", "<meta charset=gb2312>" + text, "UTF-8", "utf-8");
  check(text, "gbk", text, "UTF-8", "utf-8");
  // Four bytes that are two characters in GBK and, by chance, valid UTF-8.
  check("<meta charset=gb2312>\xC1\xAA\xCD\xA8", "", "<meta charset=gb2312>联通", "GBK", "meta");
}

BOOST_AUTO_TEST_CASE(labels_follow_whatwg) {
  BOOST_TEST(canonical_encoding(" Latin1 ") == "windows-1252");
  BOOST_TEST(canonical_encoding("GB2312") == "GBK");
  BOOST_TEST(canonical_encoding("\"utf8\"") == "UTF-8");
  BOOST_TEST(canonical_encoding("shift-jis") == "Shift_JIS");
  BOOST_TEST(canonical_encoding("ks_c_5601-1987") == "EUC-KR");
  BOOST_TEST(canonical_encoding("no-such") == "");
  BOOST_TEST(canonical_encoding("") == "");
}

BOOST_AUTO_TEST_CASE(east_asian_encodings) {
  check("\xB1\xB1\xBE\xA9", "gb2312", "北京", "GBK", "http");
  check("\xA5\x5F\xA8\xCA", "big5", "北京", "Big5", "http");
  check("\x93\xFA\x96\x7B", "shift_jis", "日本", "Shift_JIS", "http");
  check("\xC6\xFC\xCB\xDC", "euc-jp", "日本", "EUC-JP", "http");
  check("\xC7\xD1\xB1\xB9", "euc-kr", "한국", "EUC-KR", "http");
}

BOOST_AUTO_TEST_CASE(a_label_that_lies_is_not_believed) {
  // A windows-1251 text that claims to be UTF-8; uchardet needs some text to detect it.
  std::string russian;
  for (int i = 0; i < 20; ++i)
    russian +=
        "\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0? \xD1\xE5\xE3\xEE\xE4\xED\xFF "
        "\xF5\xEE\xF0\xEE\xF8\xE0\xFF \xEF\xEE\xE3\xEE\xE4\xE0. ";
  const Decoded d = decode_html(russian, "utf-8");
  BOOST_TEST(d.evidence == "detector");
  BOOST_TEST(d.text.find("Привет") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_slip_does_not_change_the_encoding) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "ä";
  const Decoded d = decode_html(text + "\xFF", "utf-8");
  BOOST_TEST(d.encoding == "UTF-8");
  BOOST_TEST(d.text == text + "\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_CASE(whatever_comes_in_valid_utf8_comes_out) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const char* charset :
       {"", "utf-8", "windows-1252", "gbk", "shift_jis", "iso-2022-jp", "utf-16le", "big5", "euc-kr"}) {
    const Decoded d = decode_html(bytes, charset);
    BOOST_TEST(is_valid_utf8(d.text), charset);
    BOOST_TEST(d.text.find('\0') == std::string::npos, charset);
  }
  BOOST_TEST(decode_html("").text == "");
}

// Most text needs no look by ICU. A Thai letter asks for one.
BOOST_AUTO_TEST_CASE(nfc_of_each_character_is_the_same_with_and_without_icu) {
  const std::string asks = " \u0E01";
  int wrong = 0;
  for (char32_t c = 0x20; c < 0x20000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string character;
    if (c < 0x80) {
      character = static_cast<char>(c);
    } else if (c < 0x800) {
      character = {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
    } else if (c < 0x10000) {
      character = {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
                   static_cast<char>(0x80 | (c & 0x3F))};
    } else {
      character = {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 0x3F)),
                   static_cast<char>(0x80 | (c >> 6 & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
    }
    for (const char* before : {"", "e", "\u03C9", "\u0627", "\u304B", "\uAC00", "\u0418"}) {
      const std::string text = before + character + "e";
      wrong += to_nfc(text) + asks != to_nfc(text + asks);
    }
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(text_comes_in_normal_form_c) {
  BOOST_TEST(decode_html("cafe\xCC\x81").text == "caf\xC3\xA9");
  BOOST_TEST(to_nfc("plain") == "plain");
}

BOOST_AUTO_TEST_CASE(long_runs_of_marks_take_linear_time) {
  std::string marks = "a";
  for (int i = 0; i < 1'000'000; ++i) marks += "\xCC\x81\xCC\xA7";
  const std::string once = to_nfc(marks);  // used to take hours
  BOOST_TEST(once.find("\xCD\x8F") != std::string::npos);
  BOOST_TEST((to_nfc(once) == once));
}

BOOST_AUTO_TEST_CASE(normalising_twice_changes_nothing) {
  // Characters that include marks, marks that decompose into two, and marks that are reordered by sorting.
  const std::vector<std::string> bases = {"u", "\u01D6", "\u1F82", "\u0F73", "\u0DDD", "\uAC00", "\u034F"};
  const std::vector<std::string> marks = {"\u0301", "\u0304", "\u0308", "\u0323",
                                          "\u0327", "\u0328", "\u0344", "\u0F73"};
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = bases[random() % bases.size()];
    const auto common = random() % marks.size();
    for (auto left = 20 + random() % 30; left > 0; --left)
      text += marks[random() % 4 == 0 ? random() % marks.size() : common];
    if (random() % 4 == 0) text += bases[random() % bases.size()] + text;
    const std::string once = to_nfc(text);
    BOOST_REQUIRE_MESSAGE(to_nfc(once) == once, text);
  }
}

BOOST_AUTO_TEST_CASE(sanitizing_replaces_what_is_broken) {
  BOOST_TEST(sanitize_utf8("a\xFFz") == "a\xEF\xBF\xBDz");
  BOOST_TEST(sanitize_utf8("\xC3") == "\xEF\xBF\xBD");
  BOOST_TEST(sanitize_utf8("\xED\xA0\x80").find('\xED') == std::string::npos);  // a surrogate
  BOOST_TEST(sanitize_utf8(std::string_view("a\0b", 3)) ==
             "a\xEF\xBF\xBD"
             "b");
  BOOST_TEST(sanitize_utf8("\xF0\x9F\x98\x80") == "\xF0\x9F\x98\x80");
}

BOOST_AUTO_TEST_SUITE_END()
