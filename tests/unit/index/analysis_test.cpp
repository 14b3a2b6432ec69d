#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/words/detail/stemmer.h"
#include "indexer_adapter/words/detail/swedish.h"
#include "indexer_adapter/words/detail/tokeniser.h"
#include "pages.h"

namespace pith::index {
namespace {

// The folded words joined by spaces, characters of scripts without spaces in angle brackets.
std::string words(std::string_view text) {
  std::string joined;
  for (const Token& token : tokenise(to_wide(text))) {
    if (!joined.empty()) joined += ' ';
    joined += token.unspaced ? "<" + to_utf8(token.folded) + ">" : to_utf8(token.folded);
  }
  return joined;
}

std::string stem(std::string_view language, std::string_view word) {
  return to_utf8(Stemmer(language).stem(to_wide(word)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(analysis)

BOOST_AUTO_TEST_CASE(words_are_runs_of_letters_and_digits) {
  BOOST_TEST(words("") == "");
  BOOST_TEST(words(" .,;!?-— ") == "");
  BOOST_TEST(words("Hello, World! foo.bar_baz C++ 3.14 l'homme") == "hello world foo bar baz c 3 14 l homme");
  BOOST_TEST(words("soft\u00ADhyphen zero\u200Dwidth") == "softhyphen zerowidth");
}

BOOST_AUTO_TEST_CASE(accents_and_widths_are_folded) {
  BOOST_TEST(words("Café CAFE\u0301 naïve Øre Straße Łódź ﬁn") == "cafe cafe naive ore strasse lodz fin");
  BOOST_TEST(words("Ёлка мой Άνθρωπος ΛΌΓΟΣ İstanbul ISPARTA ılık") == "елка мой ανθρωποσ λογοσ istanbul isparta ilik");
  BOOST_TEST(words("ＡＢＣ１２ m² ٣٤") == "abc12 m2 34");
  BOOST_TEST(words("كِتَاب שָׁלוֹם") == "كتاب שלום");
  BOOST_TEST(words("हिन्दी") == "हिन्दी");
}

BOOST_AUTO_TEST_CASE(scripts_without_spaces_give_characters_and_leave_latin_words_whole) {
  BOOST_TEST(words("café 北京") == "cafe <北> <京>");
  BOOST_TEST(words("iPhone手机") == "iphone <手> <机>");
  BOOST_TEST(words("コーヒーを飲む") == "<コ> <ー> <ヒ> <ー> <を> <飲> <む>");
  BOOST_TEST(words("서울") == "<서> <울>");
  BOOST_TEST(words("ที่นี่") == "<ที่> <นี่>");
  BOOST_TEST(words("𠮷野家 𝒳") == "<𠮷> <野> <家> x");
}

BOOST_AUTO_TEST_CASE(offsets_count_code_points) {
  const auto tokens = tokenise(to_wide("𠮷 naïve x"));
  BOOST_REQUIRE(tokens.size() == 3u);
  BOOST_TEST(tokens[0].begin == 0u);
  BOOST_TEST(tokens[1].begin == 2u);
  BOOST_TEST(tokens[1].end == 7u);
  BOOST_TEST(tokens[2].position == 2u);
}

BOOST_AUTO_TEST_CASE(very_long_words_are_left_out_but_keep_their_position) {
  const auto tokens = tokenise(to_wide("a " + std::string(1000, 'x') + " b"));
  BOOST_REQUIRE(tokens.size() == 2u);
  BOOST_TEST(tokens[1].position == 2u);
}

BOOST_AUTO_TEST_CASE(stems) {
  BOOST_TEST(stem("en", "running") == "run");
  BOOST_TEST(stem("de", "häuser") == stem("de", "haus"));
  BOOST_TEST(stem("fr", "chevaux") == stem("fr", "cheval"));
  BOOST_TEST(stem("ru", "собаки") == stem("ru", "собака"));
  BOOST_TEST(stem("ar", "الكتاب") == stem("ar", "كتاب"));
  BOOST_TEST(stem("zz", "running") == "running");
  for (const std::string_view language : stem_languages()) BOOST_TEST(!stem(language, "internationalisation").empty());
}

BOOST_AUTO_TEST_CASE(swedish_stems_are_those_of_snowball) {
  std::ifstream file(PITH_FIXTURES "/stems/sv.txt");
  std::size_t rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("//")) continue;
    const std::size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    BOOST_TEST(to_utf8(swedish_stem(to_wide(word))) == line.substr(space + 1), word);
    ++rows;
  }
  BOOST_TEST(rows > 500u);
  BOOST_TEST(swedish_stem(L"").empty());
}

BOOST_AUTO_TEST_CASE(turkish_words_have_a_dotless_i) {
  const std::string parts[] = {"I", "İ", "ı", "i", "I\u0307", "Ş", "ÇĞ", "a", "K", "\u0130\u0307", "Î", " "};
  std::mt19937 random(1);
  for (int round = 0; round < 5'000; ++round) {
    std::string text;
    for (unsigned n = random() % 10; n-- > 0;) text += parts[random() % std::size(parts)];
    std::string words, expected;
    for (const Token& token : tokenise(to_wide(text), Casing::dotless_i)) words += to_utf8(token.text);
    icu::UnicodeString::fromUTF8(text).toLower(icu::Locale("tr")).toUTF8String(expected);
    std::erase(expected, ' ');
    BOOST_TEST(words == to_utf8(to_wide(expected)), text);
  }
  BOOST_TEST(to_utf8(tokenise(to_wide("DİYARBAKIR"), Casing::dotless_i)[0].text) == "diyarbakır");
  BOOST_TEST(to_utf8(tokenise(to_wide("DİYARBAKIR"), Casing::dotless_i)[0].folded) == "diyarbakir");
}

BOOST_AUTO_TEST_CASE(hostile_text_is_cleaned) {
  BOOST_TEST(to_utf8(to_wide("ab\xff\xfe")).find("ab\uFFFD") == 0u);
  BOOST_TEST((to_wide(std::string_view("a\0b", 3)) == L"a\uFFFDb"));
  BOOST_TEST(to_utf8(to_wide("\xEF\xBF\xBF")) == "\uFFFD");
  BOOST_TEST(to_utf8(to_wide("e\u0301")) == "\u00E9");
  BOOST_TEST(to_utf8(to_wide("😀𠮷")) == "😀𠮷");
}

BOOST_AUTO_TEST_CASE(counted_words_are_the_positions_of_words) {
  const std::wstring parts = L"ab7 .é\u0301\u00AD\u200D北カ한ก\u0E31-😀\uFE0F";
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::wstring text;
    for (unsigned n = random() % 12; n-- > 0;) text += parts[random() % parts.size()];
    text += L" z";  // its position counts the words before it
    BOOST_TEST(count_words(text) == tokenise(text).back().position + 1u, to_utf8(text));
  }
  BOOST_TEST(count_words(std::wstring(1000, L'x') + L" z") == 2u);
  BOOST_TEST(count_words(L"") == 0u);
}

BOOST_AUTO_TEST_CASE(dictionaries_split_runs_of_han) {
  const std::wstring text = L"北京天气";
  BOOST_TEST((word_ends(text) == std::vector<std::size_t>{2, 4}));
  BOOST_TEST((word_ends(L"𠮷").back() == 1u));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
