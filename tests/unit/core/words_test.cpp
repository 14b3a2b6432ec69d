#include "core/text/words.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/text/white_space.h"

using namespace pith;

BOOST_AUTO_TEST_SUITE(words)

BOOST_AUTO_TEST_CASE(words_of_many_scripts) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"", {}},
      {" \n.,;", {}},
      {"Hello, World_1!", {"hello", "world_1"}},
      {"don't", {"don", "t"}},
      {"ÄRGER straße", {"ärger", "straße"}},
      {"ΑΒΓ ДОМ", {"αβγ", "дом"}},
      {"北京abc東", {"北", "京", "abc", "東"}},
      {"カタかな", {"カ", "タ", "か", "な"}},
      {"한국어 x", {"한", "국", "어", "x"}},
      {"３", {"３"}},
      {"a\xF0\x9F\x98\x80"
       "b",
       {"a", "b"}},
  };
  for (const auto& [text, expected] : cases) {
    const auto got = words_of(text);
    BOOST_TEST(got == expected, boost::test_tools::per_element());
    BOOST_TEST(count_words(text) == expected.size());
  }
}

BOOST_AUTO_TEST_CASE(ink_is_what_is_neither_space_nor_invisible) {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"", 0},          {" \t\r\n", 0}, {"a b\n c", 3},  {"\u00a0\u2003\u3000", 0}, {"so\u00adft", 4},
      {"ärger été", 8}, {"北京 東", 3}, {"\ufeff…€", 2}, {"\xF0\x9F\x98\x80", 1},
  };
  for (const auto& [text, expected] : cases) BOOST_TEST(count_ink(text) == expected, text);
}

BOOST_AUTO_TEST_CASE(hashes_are_equal_where_words_are) {
  const std::string text = "One oNE two 北京北 ÄRGER ärger Two";
  const auto words = words_of(text);
  std::vector<std::uint64_t> hashes, first;
  append_word_hashes(hashes, text, 100);
  BOOST_TEST_REQUIRE(hashes.size() == words.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = 0; j < words.size(); ++j) BOOST_TEST((hashes[i] == hashes[j]) == (words[i] == words[j]));
  append_word_hashes(first, text, 3);
  hashes.resize(3);
  BOOST_TEST(first == hashes, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
