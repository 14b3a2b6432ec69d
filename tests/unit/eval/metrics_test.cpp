#include "plugin/lab/metrics.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string_view>

#include "plugin/lab/comparable_text.h"

using namespace pith::eval;
namespace tt = boost::test_tools;

namespace {

Score score(Metric metric, std::string_view gold, std::string_view found) {
  Metrics wanted{};
  wanted[static_cast<std::size_t>(metric)] = true;
  const Scores scores = GoldText(gold, wanted).compare(found);
  for (std::size_t m = 0; m < metric_count; ++m)
    BOOST_TEST(scores[m].has_value() == (m == static_cast<std::size_t>(metric)));
  return *scores[static_cast<std::size_t>(metric)];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(metrics)

BOOST_AUTO_TEST_CASE(names_go_both_ways) {
  for (std::size_t m = 0; m < metric_count; ++m) {
    const auto metric = static_cast<Metric>(m);
    BOOST_TEST((metric_of(name_of(metric)) == metric));
  }
  BOOST_TEST(!metric_of("word"));
}

BOOST_AUTO_TEST_CASE(words_are_multisets) {
  const Score s = score(Metric::words, "a rose is a rose", "A ROSE, a tulip");
  BOOST_TEST(s.precision == 3.0 / 4, tt::tolerance(1e-9));
  BOOST_TEST(s.recall == 3.0 / 5, tt::tolerance(1e-9));
  BOOST_TEST(s.f1 == 2 * 0.75 * 0.6 / 1.35, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(a_Han_character_is_a_word) {
  BOOST_TEST(score(Metric::words, "中文网页", "网页中").recall == 0.75, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(word_lcs_minds_the_order) {
  BOOST_TEST(score(Metric::word_lcs, "one two three four", "three four one two").f1 == 0.5, tt::tolerance(1e-9));
  BOOST_TEST(score(Metric::words, "one two three four", "three four one two").f1 == 1.0, tt::tolerance(1e-9));
  // Words that are missing in the gold never match each other.
  BOOST_TEST(score(Metric::word_lcs, "one two", "x y one z two").precision == 0.4, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(characters_ignore_white_space_of_all_kinds) {
  for (const Metric metric : {Metric::lcsequence, Metric::lcstring})
    BOOST_TEST(score(metric, "some text", "so me\n\tte\u00a0xt\u3000").f1 == 1.0, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(characters_are_code_points_in_one_normal_form) {
  BOOST_TEST(score(Metric::lcsequence, "\u00e9t\u00e9", "e\u0301te\u0301").f1 == 1.0, tt::tolerance(1e-9));
  BOOST_TEST(score(Metric::lcsequence, "été", "et").recall == 1.0 / 3, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(what_no_reader_sees_makes_no_difference) {
  const std::string_view
      plain = "Gewürze für alle Köche und Bäcker",
      hyphenated =
          "Ge\u00adwu\u0308r\u00adze fu\u0308r\u200b al\u200dle Ko\u0308\u00adche\ufeff und Ba\u0308c\u00adker";
  for (const Metric metric :
       {Metric::words, Metric::lcsequence, Metric::lcstring, Metric::word_lcs, Metric::shingles}) {
    BOOST_TEST(score(metric, plain, hyphenated).f1 == 1.0);
    BOOST_TEST(score(metric, hyphenated, plain).f1 == 1.0);
  }
  BOOST_TEST(score(Metric::words, "Ge\u00adwür\u00adze", "Gewürze").f1 == 1.0);
  BOOST_TEST(GoldText("Ge\u00adwür\u00adze", {}).words() == 1u);
  BOOST_TEST(comparable_text("a\u00adb\u200e c\xf3\xa0\x80\xa1") == "ab c");
  BOOST_TEST(comparable_text("a\u00ade\u00ad\u0301") == "a\u00e9", "a hyphen may part what belongs together");
  BOOST_TEST(comparable_text("a - b\u2010c\u00a0d") == "a - b\u2010c\u00a0d");
  BOOST_TEST(comparable_text("").empty());
}

BOOST_AUTO_TEST_CASE(lcstring_is_contiguous) {
  const Score s = score(Metric::lcstring, "abcdef", "abcXdef");
  BOOST_TEST(s.recall == 0.5, tt::tolerance(1e-9));
  BOOST_TEST(s.precision == 3.0 / 7, tt::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(shingles_are_four_tokens_in_their_case) {
  // Gold: abcd bcde; found: abcd bcdX.
  const Score s = score(Metric::shingles, "a b c d e", "a b c d X");
  BOOST_TEST(s.precision == 0.5, tt::tolerance(1e-9));
  BOOST_TEST(s.recall == 0.5, tt::tolerance(1e-9));
  BOOST_TEST(score(Metric::shingles, "Word", "word").f1 == 0.0);
  BOOST_TEST(score(Metric::shingles, "one two", "one, two!").f1 == 1.0);  // shorter than a shingle: one shingle
  BOOST_TEST(score(Metric::shingles, "a b", "a b c d").f1 == 0.0);
}

BOOST_AUTO_TEST_CASE(nothing_found_is_worthless_and_nothing_wanted_is_perfect) {
  for (const Metric metric :
       {Metric::words, Metric::lcsequence, Metric::lcstring, Metric::word_lcs, Metric::shingles}) {
    BOOST_TEST(score(metric, "some gold text here", "").f1 == 0.0);
    BOOST_TEST(score(metric, "", "some text").f1 == 0.0);
    BOOST_TEST(score(metric, "", "").f1 == 1.0);
  }
}

BOOST_AUTO_TEST_SUITE_END()
