#include "plugin/index/diff_excerpt.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/unit/pipeline/small_texts.h"

using namespace pith::pipeline;
using pith::test::joined;
using pith::test::Lines;

namespace {

// Like `patch`: the old text with the hunks applied.
Lines patched(const Lines& old, const DiffExcerpt& diff) {
  Lines now;
  std::size_t at = 0;
  for (const ExcerptHunk& hunk : diff.hunks) {
    const std::size_t begin = hunk.old_line - (hunk.old_count > 0 ? 1 : 0);
    BOOST_REQUIRE_LE(at, begin);
    while (at < begin) now.push_back(old.at(at++));
    BOOST_REQUIRE_EQUAL(hunk.new_line, now.size() + (hunk.new_count > 0 ? 1 : 0));
    std::size_t old_count = 0, new_count = 0;
    for (const ExcerptLine& line : hunk.lines) {
      const std::string text = line.before + line.changed + line.after;
      if (line.edit != Edit::add) {
        BOOST_REQUIRE_EQUAL(text, old.at(at++));
        ++old_count;
      }
      if (line.edit != Edit::remove) {
        now.push_back(text == "a" ? "a" : text == "b" ? "b" : "c");
        ++new_count;
      }
    }
    BOOST_REQUIRE_EQUAL(hunk.old_count, old_count);
    BOOST_REQUIRE_EQUAL(hunk.new_count, new_count);
  }
  now.insert(now.end(), old.begin() + static_cast<std::ptrdiff_t>(at), old.end());
  return now;
}

// The changed lines of a difference, "-removed [words] of a line".
std::vector<std::string> changes(const std::string& old, const std::string& now, std::size_t max_lines = 20) {
  std::vector<std::string> out;
  for (const ExcerptHunk& hunk : diff_excerpt(old, now, max_lines).hunks)
    for (const ExcerptLine& line : hunk.lines)
      if (line.edit != Edit::keep)
        out.push_back((line.edit == Edit::add ? "+" : "-") + line.before + "[" + line.changed + "]" + line.after);
  return out;
}

// Whether each first byte is followed by as many bytes as it announces.
bool are_whole_characters(const std::string& text) {
  int wanted = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) {
      if (--wanted < 0) return false;
    } else {
      if (wanted > 0) return false;
      wanted = byte < 0x80 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    }
  }
  return wanted == 0;
}

using Changes = std::vector<std::string>;
std::string times(int count, const std::string& text) {
  std::string out;
  while (count-- > 0) out += text;
  return out;
}

}  // namespace

#define CHECK_CHANGES(actual, ...) BOOST_TEST((actual) == (Changes{__VA_ARGS__}), boost::test_tools::per_element())

BOOST_AUTO_TEST_SUITE(diff_excerpt_)

BOOST_AUTO_TEST_CASE(all_small_differences_can_be_patched) {
  const auto texts = pith::test::small_texts(5);
  for (const Lines& old : texts)
    for (const Lines& now : texts) {
      const DiffExcerpt diff = diff_excerpt(joined(old), joined(now), 100);
      BOOST_REQUIRE((patched(old, diff) == now));
      BOOST_REQUIRE_EQUAL(diff.more, 0u);
      BOOST_REQUIRE_EQUAL(diff.hunks.empty(), old == now);
      BOOST_REQUIRE_EQUAL(old.size() + diff.added, now.size() + diff.removed);
    }
}

BOOST_AUTO_TEST_CASE(no_more_lines_than_asked_for_are_shown_and_all_are_counted) {
  const auto texts = pith::test::small_texts(4);
  for (const std::size_t limit : {0u, 1u, 3u})
    for (const Lines& old : texts)
      for (const Lines& now : texts) {
        const DiffExcerpt diff = diff_excerpt(joined(old), joined(now), limit);
        const std::size_t shown = changes(joined(old), joined(now), limit).size();
        BOOST_REQUIRE_EQUAL(shown, std::min(limit, diff.removed + diff.added));
        BOOST_REQUIRE_EQUAL(shown + diff.more, diff.removed + diff.added);
      }
}

BOOST_AUTO_TEST_CASE(words_that_differ_stand_apart) {
  CHECK_CHANGES(changes("the red house of", "the blue house of"), "-the [red] house of", "+the [blue] house of");
  CHECK_CHANGES(changes("one two", "one"), "-one[ two]", "+one[]");
  CHECK_CHANGES(changes("one redder two", "one redness two"), "-one [redder] two", "+one [redness] two");
  CHECK_CHANGES(changes("a\nx", "b\nx\ny"), "-[a]", "+[b]", "+[y]");
  CHECK_CHANGES(changes("這是一隻貓。", "這是一隻狗。"), "-這是一隻[貓]。", "+這是一隻[狗]。");
}

BOOST_AUTO_TEST_CASE(long_lines_are_cut_around_what_differs) {
  const std::string before = times(1000, "before "), after = times(1000, " after");
  const auto lines = changes(before + "red" + after, before + "blue" + after);
  BOOST_REQUIRE(lines.size() == 2u);
  for (const std::string& line : lines) {
    BOOST_TEST(line.size() < 150, line);
    BOOST_TEST(line.find("before […") == std::string::npos, line);
  }
  BOOST_TEST(lines[0].find("before [red] after") != std::string::npos, lines[0]);
  BOOST_TEST(lines[1].find("before [blue] after") != std::string::npos, lines[1]);
  const auto added = changes("x", "x\n" + times(9000, "long "));
  BOOST_TEST(added[0].size() < 200);
  BOOST_TEST(added[0].ends_with("…]"), added[0]);
}

// Characters of two to four bytes with equal first or last bytes, cut everywhere.
BOOST_AUTO_TEST_CASE(characters_are_not_cut) {
  const std::vector<std::string> letters = {"é", "è", "ũ", "語", "誟", "😀", "😁", "🙀"};
  for (const std::string& a : letters)
    for (const std::string& b : letters)
      for (int size = 0; size < 200; size += 7)
        for (const std::string& line :
             changes(times(size, "語") + a + times(size, "é"), times(size, "語") + b + times(size, "é")))
          BOOST_REQUIRE_MESSAGE(are_whole_characters(line), line);
}

BOOST_AUTO_TEST_SUITE_END()
