#include "core/words.h"

#include <boost/test/unit_test.hpp>

#include "core/white_space.h"

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
      {"a\xF0\x9F\x98\x80" "b", {"a", "b"}},
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

BOOST_AUTO_TEST_SUITE_END()
