#include "core/extract/main_content/detail/view/phrases.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/view/text_scan.h"

using namespace pith;

namespace {

std::uint32_t kinds_in(std::string_view text) {
  std::vector<std::uint32_t> words;
  scan_text(text, words);
  return phrases_in(words);
}

bool says(std::string_view text, Phrase kind) { return kinds_in(text) & bit(kind); }

}  // namespace

BOOST_AUTO_TEST_SUITE(phrases)

BOOST_AUTO_TEST_CASE(one_word_and_two_words) {
  BOOST_TEST(says("12 Comments", Phrase::comments));
  BOOST_TEST(says("REPLY", Phrase::reply));
  BOOST_TEST(says("Read more »", Phrase::more));
  BOOST_TEST(says("read, more", Phrase::more), "punctuation does not count");
  BOOST_TEST(says("All rights reserved", Phrase::copyright));
  BOOST_TEST(says("Posted by Ann", Phrase::byline));
  BOOST_TEST(says("Комментарии", Phrase::comments));
  BOOST_TEST(says("Ähnliche Artikel", Phrase::related));
}

BOOST_AUTO_TEST_CASE(words_of_a_phrase_count_only_together_and_in_order) {
  BOOST_TEST(says("most read", Phrase::related));
  BOOST_TEST(!says("read most", Phrase::related));
  BOOST_TEST(!says("most books are read", Phrase::related));
  BOOST_TEST(kinds_in("the cat sat there") == 0u);
  BOOST_TEST(kinds_in("") == 0u);
}

BOOST_AUTO_TEST_CASE(characters_are_words_in_chinese_japanese_and_korean) {
  BOOST_TEST(says("评论", Phrase::comments));
  BOOST_TEST(says("发表评论", Phrase::comments));
  BOOST_TEST(!says("评", Phrase::comments));
  BOOST_TEST(!says("论评", Phrase::comments));
  BOOST_TEST(says("댓글 3", Phrase::comments));
  BOOST_TEST(says("関連記事", Phrase::related));
}

BOOST_AUTO_TEST_CASE(several_kinds_in_one_text) {
  const std::uint32_t kinds = kinds_in("Share this | 3 comments | Read more");
  for (const Phrase kind : {Phrase::share, Phrase::comments, Phrase::more})
    BOOST_TEST((kinds & bit(kind)) != 0u, name_of(kind));
}

BOOST_AUTO_TEST_CASE(every_phrase_of_the_list_is_found) {
  constexpr std::string_view lists[] = {
#define PITH_PHRASE(kind, words) words,
#include "core/extract/main_content/detail/view/phrases.def"
#undef PITH_PHRASE
  };
  for (std::size_t k = 0; k < phrase_kinds; ++k) {
    const Phrase kind = static_cast<Phrase>(k);
    std::string phrase;
    for (const char c : std::string(lists[k]) + "|") {
      if (c != '|') {
        phrase += c;
        continue;
      }
      BOOST_TEST(says(phrase, kind), name_of(kind)
                                         << ": " << phrase << " is on the list but never found: one or two words?");
      phrase.clear();
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
