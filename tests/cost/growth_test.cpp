#include "tests/cost/growth.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::cost {
namespace {

volatile std::size_t result;

// Looks at all bytes before each `distance`-th one, but at no more than `window` of them.
Work looking_back(std::size_t distance, std::size_t window) {
  return [=](std::string_view text) {
    std::size_t found = 0;
    for (std::size_t at = 0; at < text.size(); at += distance) {
      const std::size_t from = at - std::min(at, window);
      for (std::size_t i = from; i < at; ++i) found += text[i] == 'b' && text[i / 2] == 'c';
    }
    result = found;
  };
}

Growth growth_of(const Work& work) { return cost::growth_of(work, {.before = {}, .unit = "a"}, 1 << 18, 0.0002); }

BOOST_AUTO_TEST_SUITE(growth)

BOOST_AUTO_TEST_CASE(quadratic_work_is_found) {
  constexpr std::size_t all = ~std::size_t{0};
  for (const std::size_t distance : {8, 64}) {
    const Growth found = growth_of(looking_back(distance, all));
    BOOST_TEST(found.too_fast, found.str());
    // Also if it is only part of the work.
    const Growth part = growth_of([&](std::string_view text) {
      looking_back(1, 20)(text);
      looking_back(distance, all)(text);
    });
    BOOST_TEST(part.too_fast, part.str());
  }
}

BOOST_AUTO_TEST_CASE(work_in_proportion_is_none) {
  const Growth nothing = growth_of([](std::string_view) {});
  BOOST_TEST(!nothing.too_fast, nothing.str());
  const Growth linear = growth_of(looking_back(1, 100));
  BOOST_TEST(!linear.too_fast, linear.str());
  const Growth sorting = growth_of([](std::string_view text) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < text.size(); ++i) numbers.push_back(i * 2654435761 % 1000003);
    std::sort(numbers.begin(), numbers.end());
    result = numbers.front();
  });
  BOOST_TEST(!sorting.too_fast, sorting.str());
}

BOOST_AUTO_TEST_CASE(inputs_are_of_their_size) {
  const Input input{.before = "<p>", .unit = "§ a§,", .after = "</p>"};
  BOOST_TEST(input.of_size(0) == "<p>0 a1,</p>");
  BOOST_TEST(input.of_size(6) == "<p>0 a1,2 a3,</p>");
  BOOST_TEST(input.of_size(1000).size() >= 1000u + input.fixed());
  BOOST_TEST(input.of_size(1000).size() < 1010u + input.fixed());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::cost
