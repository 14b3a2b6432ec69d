#include "core/extract/main_content/detail/view/text_scan.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/words.h"

using namespace pith;

namespace {

TextCounts scan(std::string_view text) {
  std::vector<std::uint32_t> hashes;
  return scan_text(text, hashes);
}

std::vector<std::uint32_t> hashes_of(std::string_view text) {
  std::vector<std::uint32_t> hashes;
  scan_text(text, hashes);
  return hashes;
}

std::string utf8(char32_t c) {
  std::string out;
  if (c < 0x80)
    out += static_cast<char>(c);
  else if (c < 0x800)
    out += {static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
  else if (c < 0x10000)
    out += {static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)),
            static_cast<char>(0x80 | (c & 63))};
  else
    out += {static_cast<char>(0xf0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)),
            static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
  return out;
}

// The words are those of core/text/words.h, and words that are equal there have the same hash.
void check_words(std::string_view text) {
  const std::vector<std::string> words = words_of(text);
  std::vector<std::uint32_t> hashes;
  const TextCounts counts = scan_text(text, hashes);
  BOOST_TEST(counts.words == count_words(text), text);
  BOOST_TEST_REQUIRE(hashes.size() == words.size(), text);
  std::map<std::string, std::uint32_t> hash_of;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto [at, is_new] = hash_of.try_emplace(words[i], hashes[i]);
    BOOST_TEST(at->second == hashes[i], text << ": " << words[i]);
    if (is_new) BOOST_TEST(word_hash(words[i]) == hashes[i], text << ": " << words[i]);
  }
}

// Compares everything but `masked` of two texts.
void check_equal(const TextCounts& a, const TextCounts& b, std::string_view what) {
  BOOST_TEST_CONTEXT(what) {
    BOOST_TEST(a.words == b.words);
    BOOST_TEST(a.letters == b.letters);
    BOOST_TEST(a.word_letters == b.word_letters);
    BOOST_TEST(a.commas == b.commas);
    BOOST_TEST(a.sentences == b.sentences);
    BOOST_TEST(a.digits == b.digits);
    BOOST_TEST(a.capitals == b.capitals);
    BOOST_TEST(a.wide == b.wide);
    BOOST_TEST(a.bars == b.bars);
    BOOST_TEST(a.years == b.years);
    BOOST_TEST(a.symbols == b.symbols);
    BOOST_TEST(a.masked == b.masked);
    BOOST_TEST(a.last == b.last);
  }
}

constexpr std::string_view texts[] = {
    "",
    " ",
    "word",
    "Two words",
    "snake_case and CamelCase",
    "3.14 is pi; 2,718 is e",
    "It's the author's",
    "e-mail",
    "naïve café ÉCOLE",
    "Straße STRASSE ẞ",
    "İstanbul ılık",
    "ǅungla ǆungla Ǆungla",
    "Ⅳ ⅳ ½ x² №",
    "Привет, МИР привет",
    "Ελλάδα ΕΛΛΆΔΑ· σοφός ΣΟΦΌΣ",
    "这是一个很长的中文句子，没有空格。",
    "中文mixed with英文2024年",
    "日本語のテキスト、コンピューター・サーバー。ﾊﾝｶｸ",
    "々〇ー",
    "한국어 문장입니다. 끝",
    "ภาษาไทยไม่มีช่องว่าง ๑๒๓ ฿100",
    "هذا نص طويل، باللغة العربية؟ ١٢٣",
    "עברית טקסט",
    "हिन्दी में वाक्य। १२३",
    "𝔸𝕓𝕔 𝟙𝟚 😀 a😀b",
    "\u200bzero\u200bwidth",
    "a\u0301 combining e\u0301x",
    "\u2160\u2170 \u24b6\u24d0",
    "\U00020000\U0002A6D6 \uF900",
    "x\u00a0y",
    "tab\tline\nend",
    "____",
    "𐐀𐐨 deseret",
};

}  // namespace

BOOST_AUTO_TEST_SUITE(text_scan)

BOOST_AUTO_TEST_CASE(words_are_those_of_words_h) {
  for (const std::string_view text : texts) check_words(text);
}

BOOST_AUTO_TEST_CASE(every_character_makes_the_words_of_words_h) {
  // Next to a letter and next to itself: whether it joins words, separates them or is a word.
  for (char32_t c = 1; c < 0x110000; ++c) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const std::string one = utf8(c), text = "a" + one + "b " + one + one;
    const std::size_t expected = count_words(text), found = hashes_of(text).size();
    if (expected != found)
      BOOST_ERROR("U+" << std::hex << static_cast<std::uint32_t>(c) << std::dec << ": " << found << " words, not "
                       << expected);
  }
}

BOOST_AUTO_TEST_CASE(words_in_any_case_have_one_hash) {
  for (const auto& [upper, lower] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{{"WORD", "word"},
                                                                            {"ÉCOLE", "école"},
                                                                            {"МИР", "мир"},
                                                                            {"ΕΛΛΆΔΑ", "ελλάδα"},
                                                                            {"Ǆ ǅ", "ǆ ǆ"},
                                                                            {"Ⅳ", "ⅳ"},
                                                                            {"𐐀", "𐐨"},
                                                                            {"ＡＢ", "ａｂ"}})
    BOOST_TEST(hashes_of(upper) == hashes_of(lower), boost::test_tools::per_element());
  BOOST_TEST(word_hash("word") != word_hash("words"));
  BOOST_TEST(word_hash("") == 0u);
}

BOOST_AUTO_TEST_CASE(random_text_has_the_words_of_words_h) {
  std::mt19937 random(5);
  // From blocks with the scripts, their marks, digits and punctuation.
  constexpr std::pair<char32_t, char32_t> blocks[] = {
      {0x20, 0x7f},     {0x20, 0x7f},     {0xa0, 0x24f},    {0x370, 0x52f},   {0x590, 0x6ff},
      {0x900, 0x97f},   {0xe00, 0xe7f},   {0x1100, 0x11ff}, {0x2000, 0x206f}, {0x2150, 0x218f},
      {0x3000, 0x31ff}, {0x4e00, 0x4eff}, {0xac00, 0xacff}, {0xff00, 0xffef}, {0x1f600, 0x1f64f}};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = static_cast<int>(random() % 30); i > 0; --i) {
      const auto [first, last] = blocks[random() % std::size(blocks)];
      text += utf8(first + static_cast<char32_t>(random() % (last - first + 1)));
    }
    check_words(text);
  }
}

BOOST_AUTO_TEST_CASE(invalid_utf8_ends_and_counts_alike) {
  std::mt19937 random(6);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = static_cast<int>(random() % 20); i > 0; --i)
      text += random() % 2 ? static_cast<char>('a' + random() % 3) : static_cast<char>(random() % 256);
    const TextCounts counts = scan(text);
    BOOST_TEST(counts.words == count_words(text));
    BOOST_TEST(counts.letters <= text.size());
  }
  for (const std::string_view cut : {"\xe4\xb8", "a\xf0\x9f\x98", "\xc3", "\xff", "\xed\xa0\x80"})
    BOOST_TEST(scan(cut).words == count_words(cut));
}

BOOST_AUTO_TEST_CASE(counts_what_its_header_names) {
  TextCounts c = scan("Ann, Bob; and: 3 cats.");
  BOOST_TEST(c.words == 5u);
  BOOST_TEST(c.letters == 18u);
  BOOST_TEST(c.word_letters == 14u);
  BOOST_TEST(c.commas == 2u);
  BOOST_TEST(c.sentences == 1u);
  BOOST_TEST(c.digits == 1u);
  BOOST_TEST(c.capitals == 2u);
  BOOST_TEST(c.wide == 0u);
  c = scan("中文，句子。日本、");
  BOOST_TEST(c.wide == 6u);
  BOOST_TEST(c.commas == 2u);
  BOOST_TEST(c.sentences == 1u);
  c = scan("Home | News / Blog · About • © 2024 ¥ €5 @ann");
  BOOST_TEST(c.bars == 4u);
  BOOST_TEST(c.symbols == 4u);
  BOOST_TEST(scan("Éa Жб Ωγ ß ñ").capitals == 3u);
  BOOST_TEST(scan("نعم، لا؛").commas == 2u);
}

BOOST_AUTO_TEST_CASE(a_full_stop_inside_a_word_ends_no_sentence) {
  for (const auto& [text, sentences] :
       std::initializer_list<std::pair<std::string_view, unsigned>>{{"Yes. No! Why?", 3},
                                                                    {"3.14", 0},
                                                                    {"example.com", 0},
                                                                    {"\"Yes.\" \"No?\"", 2},
                                                                    {"(Yes.)", 1},
                                                                    {"Yes.” he", 1},
                                                                    {"What?!", 1},
                                                                    {"Well...", 1},
                                                                    {"وهل؟", 1},
                                                                    {"是。不是！", 2},
                                                                    {"हाँ।", 1}})
    BOOST_TEST(scan(text).sentences == sentences, text);
}

BOOST_AUTO_TEST_CASE(years_and_times_of_day) {
  for (const auto& [text, years] :
       std::initializer_list<std::pair<std::string_view, unsigned>>{{"1990 2039", 2},
                                                                    {"1989 2040", 0},
                                                                    {"12024 20245 2024a", 0},
                                                                    {"2024-05-12", 1},
                                                                    {"© 2019–2024", 2},
                                                                    {"at 10:30", 1},
                                                                    {"9:05 pm", 1},
                                                                    {"100:30", 0},
                                                                    {"10: 30", 0},
                                                                    {"a:30", 0},
                                                                    {"٢٠٢٤", 0}})
    BOOST_TEST(scan(text).years == years, text);
}

BOOST_AUTO_TEST_CASE(the_ends_of_texts) {
  using T = TextCounts;
  for (const auto& [text, last] :
       std::initializer_list<std::pair<std::string_view, T::Last>>{{"", T::other},
                                                                   {"word", T::word},
                                                                   {"word ", T::word},
                                                                   {"word.", T::sentence},
                                                                   {"word.\" ", T::sentence},
                                                                   {"word!)", T::sentence},
                                                                   {"word,", T::comma},
                                                                   {"word：", T::colon},
                                                                   {"word:", T::colon},
                                                                   {"word…", T::ellipsis},
                                                                   {"word...", T::ellipsis},
                                                                   {"word ....", T::ellipsis},
                                                                   {"word..", T::ellipsis},
                                                                   {"word |", T::other},
                                                                   {"word €", T::other},
                                                                   {"中", T::word},
                                                                   {"中。", T::sentence},
                                                                   {"ok?", T::sentence}})
    BOOST_TEST(static_cast<int>(scan(text).last) == static_cast<int>(last), text);
}

BOOST_AUTO_TEST_CASE(numbers_and_dates_do_not_count_in_the_masked_hash) {
  BOOST_TEST(scan("Posted on 12 May 2019").masked == scan("posted on 3 May 2024").masked);
  BOOST_TEST(scan("Posted on 12 May").masked == scan("posted on 12 June").masked);
  BOOST_TEST(scan("am Mittwoch, 4. März 2020").masked == scan("am Samstag, 12. Dezember 2021").masked);
  BOOST_TEST(scan("17 августа 2010").masked == scan("1 мая 2011").masked);
  BOOST_TEST(scan("Posted on 12 May").masked != scan("posted by 12 May").masked);
  BOOST_TEST(scan("a b").masked != scan("b a").masked);
}

BOOST_AUTO_TEST_CASE(adding_up_parts_equals_scanning_the_whole) {
  // Wherever a text is cut at spaces: the page view adds up the text nodes of a run.
  std::mt19937 random(7);
  for (const std::string_view text :
       {std::string_view("Ann, Bob; and: 3 cats. On 12 May 2019 | at 10:30 … \"why?\" © now... then"),
        std::string_view("中文， 句子。 日 本、 x"), std::string_view("one"), std::string_view(""),
        std::string_view("... !!! word ; ")}) {
    for (int round = 0; round < 200; ++round) {
      TextCounts sum;
      std::vector<std::uint32_t> hashes;
      std::size_t begin = 0;
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != ' ' || random() % 3 == 0) continue;
        sum.add(scan_text(text.substr(begin, i - begin), hashes));
        begin = i;
      }
      sum.add(scan_text(text.substr(begin), hashes));
      check_equal(sum, scan(text), text);
      BOOST_TEST(hashes == hashes_of(text), boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
