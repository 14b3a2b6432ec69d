#include "plugin/lab/common_text.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "tests/support/naive_sequences.h"

using namespace pith::eval;
using pith::test::Row;

namespace {

void compare(const Row& a, const Row& b) {
  BOOST_REQUIRE_EQUAL(*SubsequenceIndex(a).common_length(b), pith::test::naive_subsequence(a, b));
  BOOST_REQUIRE_EQUAL(SubstringIndex(a).common_length(b), pith::test::naive_substring(a, b));
}

Row letters(std::string_view text) { return Row(text.begin(), text.end()); }

}  // namespace

BOOST_AUTO_TEST_SUITE(common_text)

BOOST_AUTO_TEST_CASE(all_small_rows_as_by_definition) {
  std::vector<Row> rows{{}};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].size() < 5)
      for (std::uint32_t symbol = 0; symbol < 3; ++symbol) {
        Row longer = rows[i];
        longer.push_back(symbol);
        rows.push_back(longer);
      }
  for (const Row& a : rows)
    for (const Row& b : rows) compare(a, b);
}

BOOST_AUTO_TEST_CASE(long_rows_cross_the_words_of_the_bit_vectors) {
  std::mt19937 random(7);
  for (const std::uint32_t alphabet : {1u, 2u, 4u, 50u, 1000u})
    for (int round = 0; round < 60; ++round) {
      Row a(random() % 400), b(random() % 400);
      for (auto& symbol : a) symbol = random() % alphabet;
      for (auto& symbol : b) symbol = random() % alphabet;
      compare(a, b);
    }
}

BOOST_AUTO_TEST_CASE(one_text_within_the_other) {
  Row whole(1000), part;
  for (std::uint32_t i = 0; i < 1000; ++i) whole[i] = i % 97;
  part.assign(whole.begin() + 130, whole.begin() + 777);
  BOOST_TEST(*SubsequenceIndex(whole).common_length(part) == part.size());
  BOOST_TEST(SubstringIndex(whole).common_length(part) == part.size());
  BOOST_TEST(SubstringIndex(part).common_length(whole) == part.size());
}

// Moreno et al. 2009, §5.2 gives 20 and 23 for these two; it omits spaces at the ends and the common "o" of dog and
// fox.
BOOST_AUTO_TEST_CASE(the_example_of_the_density_paper) {
  const Row a = letters("the dog jumps over the brown fox"), b = letters("the fox jumps over the brown dog");
  BOOST_TEST(SubstringIndex(a).common_length(b) == std::string_view(" jumps over the brown ").size());
  BOOST_TEST(*SubsequenceIndex(a).common_length(b) == std::string_view("the o jumps over the brown o").size());
}

BOOST_AUTO_TEST_CASE(too_much_work_is_refused) {
  const Row huge(1 << 20, 1);
  BOOST_TEST(!SubsequenceIndex(huge).common_length(huge).has_value());
  BOOST_TEST(SubstringIndex(huge).common_length(huge) == huge.size());
}

BOOST_AUTO_TEST_SUITE_END()
