#include "core/text/shell_word.h"

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>

using pith::shell_word;

BOOST_AUTO_TEST_SUITE(word_of_a_shell)

BOOST_AUTO_TEST_CASE(quotes_what_means_more) {
  BOOST_TEST(shell_word("https://example.org/a-b_c/%20.html") == "https://example.org/a-b_c/%20.html");
  BOOST_TEST(shell_word("http://h/login?a=1&next=/x") == "'http://h/login?a=1&next=/x'");
  BOOST_TEST(shell_word("") == "''");
  BOOST_TEST(shell_word("it's") == "'it'\\''s'");
}

// What a real shell makes of it.
BOOST_AUTO_TEST_CASE(is_one_word_for_a_shell) {
  for (const std::string text : {"http://h/x;$(id)'`date`\"|<>&*?[a]~#!{b,c}\\", "a b\tc", "-n", "~root", "$HOME"}) {
    FILE* const shell = popen(("printf %s " + shell_word(text)).c_str(), "r");
    BOOST_REQUIRE(shell);
    std::string printed;
    for (int c = 0; (c = std::fgetc(shell)) != EOF;) printed += static_cast<char>(c);
    BOOST_TEST(pclose(shell) == 0);
    BOOST_TEST(printed == text);
  }
}

BOOST_AUTO_TEST_SUITE_END()
