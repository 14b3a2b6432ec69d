#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/extract/extractors/detail/content_code_blurring.h"
#include "tests/support/rows.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

using Row = std::vector<float>;

Row naive_mean(const Row& in, std::size_t reach) {
  Row out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    double sum = 0, count = 0;
    for (std::size_t j = 0; j < in.size(); ++j)
      if ((i > j ? i - j : j - i) <= reach) sum += in[j], ++count;
    out.push_back(static_cast<float>(sum / count));
  }
  return out;
}

Row naive_blur(Row values, std::size_t radius, double change) {
  for (int round = 0; round < max_blur_rounds; ++round) {
    const Row next = naive_mean(naive_mean(naive_mean(values, (radius + 2) / 3), (radius + 1) / 3), radius / 3);
    double largest = 0;
    for (std::size_t i = 0; i < next.size(); ++i) largest = std::max<double>(largest, std::abs(next[i] - values[i]));
    values = next;
    if (largest <= change) break;
  }
  return values;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(content_code_blurring)

BOOST_AUTO_TEST_CASE(the_blur_meets_its_definition_on_all_small_rows) {
  for (const Row& row : test::all_rows<float>(9, {0, 1}))
    for (const std::size_t radius : {1, 2, 3, 5, 7, 40})
      for (const double change : {0.0, 0.1, 1.0}) {
        Row values = row;
        blur(values, radius, change);
        const Row expected = naive_blur(row, radius, change);
        for (std::size_t i = 0; i < row.size(); ++i) BOOST_REQUIRE_SMALL(values[i] - expected[i], 1e-5f);
      }
}

BOOST_AUTO_TEST_CASE(a_round_is_close_to_a_gaussian_of_that_radius) {
  const int radius = 40;
  Row values(201);
  values[100] = 1;
  blur(values, radius, 1);  // one round
  double sum = 0;
  for (int k = -100; k <= 100; ++k) sum += std::exp(-k * k / (2.0 * 14 * 14));
  for (int k = -100; k <= 100; ++k) {
    const float value = values[static_cast<std::size_t>(100 + k)];
    BOOST_TEST(std::abs(value - std::exp(-k * k / (2.0 * 14 * 14)) / sum) < 0.0015);
    if (std::abs(k) > radius) BOOST_TEST(value == 0.0f);
  }
}

BOOST_AUTO_TEST_CASE(long_vectors_keep_their_mean) {
  Row values(1'000'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 7 < 3 ? 1.0f : 0.0f;
  blur(values, 40, 0.001);
  for (const float value : values) BOOST_REQUIRE_SMALL(value - 3.0f / 7, 0.02f);
}

BOOST_AUTO_TEST_CASE(a_token_without_elements_takes_no_part) {
  const Document page = test::tree("html(body(p('one') p('two')))");
  const std::vector<SourceToken> tokens = source_tokens(page);
  std::vector<std::uint32_t> sizes;
  for (const SourceToken& token : tokens) sizes.push_back(token.is_text() && page.text(token.node) == "one");
  const NodeSet content = blurred_content(page, tokens, sizes, {3, 0.5, 1});
  BOOST_TEST(content.contains(3));
  BOOST_TEST(!content.contains(5));
}

BOOST_AUTO_TEST_SUITE_END()
