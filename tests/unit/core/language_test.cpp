#include "core/text/language.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

BOOST_AUTO_TEST_SUITE(language)

BOOST_AUTO_TEST_CASE(detects) {
  BOOST_TEST(detect_language("The committee said on Tuesday that it would look into the matter again next year.") ==
             "en");
  BOOST_TEST(detect_language("Der Ausschuss teilte am Dienstag mit, dass er die Angelegenheit erneut prüfen werde.") ==
             "de");
  BOOST_TEST(detect_language("Комитет заявил во вторник, что рассмотрит этот вопрос ещё раз в следующем году.") ==
             "ru");
  BOOST_TEST(detect_language("委員會星期二表示，明年將再次研究這個問題，並且將會公布研究的結果。") == "zh");
  BOOST_TEST(detect_language("Kommisjonen sa på tirsdag at den ville se på saken igjen neste år, men ikke nå, fordi "
                             "det ikke er nok penger til det.") == "no");
}

// cld2 takes the first text for Japanese.
BOOST_AUTO_TEST_CASE(without_kana_it_is_chinese) {
  BOOST_TEST(detect_language("江蘇執行基本藥物新目錄 價格平均再降3成　從1月15日起，江蘇所有基層醫療機構執行", "zh") ==
             "zh");
  BOOST_TEST(detect_language("委員会は火曜日、来年この問題を再び検討し、その結果を公表すると発表した。") == "ja");
}

BOOST_AUTO_TEST_CASE(unsure_is_empty) {
  BOOST_TEST(detect_language("") == "");
  BOOST_TEST(detect_language("ok") == "");
  BOOST_TEST(detect_language("12345 67890 !!! 2024") == "");
  BOOST_TEST(detect_language("\xff\xfe broken bytes \x80") == "");
}

BOOST_AUTO_TEST_CASE(long_text_is_cut_at_a_character) {
  const std::string text = "x" + test::repeated("委員會星期二表示，明年將再次研究這個問題。", 1000);
  BOOST_TEST(detect_language(text) == "zh");
}

BOOST_AUTO_TEST_CASE(primary) {
  BOOST_TEST(primary_language("en") == "en");
  BOOST_TEST(primary_language(" EN-us ") == "en");
  BOOST_TEST(primary_language("pt_BR") == "pt");
  BOOST_TEST(primary_language("zh-Hant-TW") == "zh");
  BOOST_TEST(primary_language("deu") == "de");
  BOOST_TEST(primary_language("nb-NO") == "no");
  BOOST_TEST(primary_language("nn") == "no");
  BOOST_TEST(primary_language("iw") == "he");
  for (const std::string_view none : {"", "x-default", "english", "e", "12", "zz", "utf-8", "en us", "--"})
    BOOST_TEST(primary_language(none) == "", none);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
