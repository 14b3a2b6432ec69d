#include "core/text/number.h"

#include <boost/test/unit_test.hpp>
#include <clocale>
#include <limits>
#include <string>

namespace pith {

BOOST_AUTO_TEST_SUITE(number)

BOOST_AUTO_TEST_CASE(whole_texts_are_numbers) {
  BOOST_TEST(parse_number("0.5").value() == 0.5);
  BOOST_TEST(parse_number("-1e3").value() == -1000);
  for (const char* text : {"", " 1", "1 ", "1,5", "0x10", "x", "."}) BOOST_TEST(!parse_number(text), text);
  BOOST_TEST(parse_number(std::string(500, '9')).value() == std::numeric_limits<double>::max());
  BOOST_TEST(parse_number("-" + std::string(500, '9')).value() == std::numeric_limits<double>::lowest());
}

BOOST_AUTO_TEST_CASE(people_read_thousands_and_singulars) {
  BOOST_TEST(human_count(0) == "0");
  BOOST_TEST(human_count(999) == "999");
  BOOST_TEST(human_count(-1000) == "-1,000");
  BOOST_TEST(human_count(1234567) == "1,234,567");
  BOOST_TEST(counted(1, "page") == "1 page");
  BOOST_TEST(counted(0, "set") == "0 sets");
  BOOST_TEST(counted(12345, "page") == "12,345 pages");
}

// A host of the library may have set a locale that writes 0,5.
BOOST_AUTO_TEST_CASE(the_locale_does_not_matter) {
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    std::setlocale(LC_NUMERIC, locale);
    BOOST_TEST(parse_number("0.5").value() == 0.5, locale);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith
