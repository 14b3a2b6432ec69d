#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/extract/extractors/detail/line_diagram.h"
#include "tests/support/rows.h"

using namespace pith;

namespace {

using Row = std::vector<std::uint32_t>;

// Formula 1, then each maximal run of lines above the axis, found from all pairs of ends.
std::vector<Paragraph> naive_paragraphs(const Row& t1, const Row& t2) {
  const auto lines = static_cast<std::ptrdiff_t>(t1.size());
  const auto above = [&](std::ptrdiff_t i) {
    if (i < 0 || i >= lines) return false;
    std::ptrdiff_t diff = 0;
    for (std::ptrdiff_t j = i - 1; j <= i + 1; ++j)
      if (j >= 0 && j < lines)
        diff += static_cast<std::ptrdiff_t>(t1[static_cast<std::size_t>(j)]) -
                static_cast<std::ptrdiff_t>(t2[static_cast<std::size_t>(j)]);
    return diff > 0;
  };
  std::vector<Paragraph> out;
  for (std::ptrdiff_t begin = 0; begin < lines; ++begin)
    for (std::ptrdiff_t end = begin + 1; end <= lines; ++end) {
      bool all = true;
      std::uint64_t characters = 0;
      for (std::ptrdiff_t i = begin; i < end; ++i) {
        all = all && above(i);
        characters += t1[static_cast<std::size_t>(i)];
      }
      if (all && !above(begin - 1) && !above(end))
        out.push_back({static_cast<std::size_t>(begin), static_cast<std::size_t>(end), characters});
    }
  return out;
}

// §3.3 as a fixpoint: the largest paragraph is in, and so is every one at most `gap` lines from one that is in.
std::pair<std::size_t, std::size_t> naive_area(const std::vector<Paragraph>& paragraphs, std::size_t gap) {
  if (paragraphs.empty()) return {0, 0};
  std::size_t largest = 0;
  for (std::size_t i = 0; i < paragraphs.size(); ++i)
    if (paragraphs[i].characters > paragraphs[largest].characters) largest = i;
  std::size_t begin = paragraphs[largest].begin, end = paragraphs[largest].end;
  for (bool grown = true; grown;) {
    grown = false;
    for (const Paragraph& p : paragraphs) {
      if (p.begin >= end && p.begin - end <= gap) end = p.end, grown = true;
      if (p.end <= begin && begin - p.end <= gap) begin = p.begin, grown = true;
    }
  }
  return {begin, end};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_diagram)

BOOST_AUTO_TEST_CASE(paragraphs_and_area_meet_their_definition_on_all_small_diagrams) {
  for (const Row& row : test::all_rows<std::uint32_t>(8, {0, 3, 4, 8})) {
    const Row code(row.size(), 3);
    const auto paragraphs = paragraphs_above(row, code);
    BOOST_REQUIRE((paragraphs == naive_paragraphs(row, code)));
    for (const std::size_t gap : {0, 1, 2, 20})
      BOOST_REQUIRE((grow_area(paragraphs, gap) == naive_area(paragraphs, gap)));
  }
}

BOOST_AUTO_TEST_CASE(code_counts_against_text_on_its_line_and_the_next) {
  const std::vector<Paragraph> expected = {{0, 2, 9}, {5, 6, 4}};
  BOOST_TEST((paragraphs_above(Row{9, 0, 0, 0, 0, 4}, Row{0, 0, 8, 4, 3, 0}) == expected));
}

BOOST_AUTO_TEST_CASE(a_gap_of_twenty_lines_is_bridged_and_one_of_twenty_one_is_not) {
  const std::vector<Paragraph> near = {{0, 5, 50}, {25, 30, 100}, {50, 51, 5}}, far = {{0, 5, 50}, {26, 30, 100}};
  BOOST_TEST((grow_area(near, 20) == std::pair<std::size_t, std::size_t>{0, 51}));
  BOOST_TEST((grow_area(far, 20) == std::pair<std::size_t, std::size_t>{26, 30}));
}

BOOST_AUTO_TEST_CASE(of_equal_paragraphs_the_first_is_the_largest) {
  const std::vector<Paragraph> equal = {{0, 1, 7}, {5, 6, 7}};
  BOOST_TEST((grow_area(equal, 1) == std::pair<std::size_t, std::size_t>{0, 1}));
}

BOOST_AUTO_TEST_SUITE_END()
