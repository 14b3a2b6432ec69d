#include "plugin/index/line_diff.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/naive_sequences.h"
#include "tests/unit/pipeline/small_texts.h"

using namespace pith::pipeline;
using pith::test::Lines;

namespace {

// Follows the script: the resulting text, and how many lines were kept. Removals must come first in each run of
// changes.
struct Followed {
  Lines now;
  std::size_t kept = 0;
};

Followed follow(const std::vector<Edit>& script, const Lines& old, const Lines& now) {
  Followed out;
  std::size_t old_at = 0, now_at = 0;
  for (std::size_t i = 0; i < script.size(); ++i) {
    BOOST_REQUIRE(!(i > 0 && script[i - 1] == Edit::add && script[i] == Edit::remove));
    if (script[i] == Edit::add) {
      BOOST_REQUIRE_LT(now_at, now.size());
      out.now.push_back(now[now_at++]);
      continue;
    }
    BOOST_REQUIRE_LT(old_at, old.size());
    if (script[i] == Edit::keep) {
      out.now.push_back(old[old_at]);
      ++now_at;
      ++out.kept;
    }
    ++old_at;
  }
  BOOST_REQUIRE_EQUAL(old_at, old.size());
  return out;
}

pith::test::Row row_of(const Lines& lines) {
  pith::test::Row row;
  for (const std::string_view line : lines) row.push_back(static_cast<std::uint32_t>(line[0]));
  return row;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_diff)

BOOST_AUTO_TEST_CASE(lines) {
  BOOST_TEST(lines_of("").empty());
  BOOST_TEST(lines_of("a\n\nb") == (Lines{"a", "", "b"}), boost::test_tools::per_element());
  BOOST_TEST(lines_of("a\n") == (Lines{"a"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(all_small_texts_as_by_definition) {
  const auto texts = pith::test::small_texts(5);
  for (const Lines& old : texts)
    for (const Lines& now : texts) {
      const Followed followed = follow(edit_script(old, now), old, now);
      BOOST_REQUIRE(followed.now == now);
      BOOST_REQUIRE_EQUAL(followed.kept, pith::test::naive_subsequence(row_of(old), row_of(now)));
    }
}

// Texts too long to keep all paths of the algorithm, and texts that it does not compare.
BOOST_AUTO_TEST_CASE(long_texts_come_out_right) {
  std::mt19937 random(11);
  std::vector<std::string> words;
  for (int i = 0; i < 5000; ++i) words.push_back(std::to_string(i));
  for (const std::size_t size : {std::size_t{4000}, max_diff_lines})
    for (const std::size_t vocabulary : {3u, 60u, 5000u}) {
      Lines old, now;
      while (old.size() < size) old.push_back(words[random() % vocabulary]);
      now.assign(old.begin() + static_cast<std::ptrdiff_t>(size / 2), old.end());
      while (now.size() < size) now.push_back(words[random() % vocabulary]);
      BOOST_REQUIRE(follow(edit_script(old, now), old, now).now == now);
      BOOST_REQUIRE(follow(edit_script(now, old), now, old).now == old);
    }
}

// Long texts that are equal except for a line at each end and one in the middle.
BOOST_AUTO_TEST_CASE(few_changes_of_a_long_text_are_found) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < max_diff_lines / 2; ++i) words.push_back(std::to_string(i));
  Lines old(words.begin(), words.end()), now = old;
  now.front() = now.back() = now[now.size() / 2] = "new";
  now.erase(now.begin() + 100);
  const Followed followed = follow(edit_script(old, now), old, now);
  BOOST_TEST((followed.now == now));
  BOOST_TEST(followed.kept == old.size() - 4);
}

BOOST_AUTO_TEST_SUITE_END()
