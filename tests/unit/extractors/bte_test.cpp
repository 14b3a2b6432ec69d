#include "core/extract/extractors/detail/bte.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/rows.h"

using namespace pith;

namespace {

using Row = std::vector<std::int64_t>;

// Words inside and tags outside, as in the paper.
std::int64_t objective(const Row& row, std::size_t begin, std::size_t end) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool inside = begin <= i && i < end, tag = row[i] < 0;
    if (inside && !tag) sum += row[i];
    if (!inside && tag) ++sum;
  }
  return sum;
}

// All spans: earlier ends first, then shorter ones first.
std::pair<std::size_t, std::size_t> naive_span(const Row& row) {
  std::pair<std::size_t, std::size_t> best{0, 0};
  for (std::size_t end = 1; end <= row.size(); ++end)
    for (std::size_t begin = end; begin-- > 0;)
      if (objective(row, begin, end) > objective(row, best.first, best.second)) best = {begin, end};
  return best;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bte_algorithm)

BOOST_AUTO_TEST_CASE(the_span_is_the_best_of_all_on_all_small_rows) {
  // A tag, a text without words, texts of one to four words.
  for (const Row& row : test::all_rows<std::int64_t>(7, {-1, 0, 1, 2, 4}))
    BOOST_REQUIRE((bte::best_span(row) == naive_span(row)));
}

BOOST_AUTO_TEST_CASE(a_page_without_words_has_no_span) {
  BOOST_TEST((bte::best_span(Row{-1, 0, -1}) == std::pair<std::size_t, std::size_t>{0, 0}));
}

BOOST_AUTO_TEST_SUITE_END()
