#include "core/words.h"

#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_SUITE_END()
