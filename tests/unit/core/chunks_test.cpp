#include "core/render/chunks.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/blocks.h"
#include "core/render/render.h"
#include "core/text/encoding.h"
#include "core/text/white_space.h"
#include "core/text/words.h"
#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

using namespace test;

// One token a word, so that sizes are easy to count.
std::vector<Chunk> chunks_of(std::string_view html, std::uint32_t tokens, std::uint32_t overlap = 0) {
  const Document document = parsed(html);
  return cut_chunks(document, all_of(document), std::nullopt, "en",
                    {.tokens = tokens, .overlap = overlap, .per_word = 1});
}

std::vector<std::string> texts_of(const std::vector<Chunk>& chunks) {
  std::vector<std::string> out;
  for (const Chunk& chunk : chunks) out.push_back(chunk.text);
  return out;
}

std::vector<std::string> texts(std::string_view html, std::uint32_t tokens, std::uint32_t overlap = 0) {
  return texts_of(chunks_of(html, tokens, overlap));
}

using Texts = std::vector<std::string>;
constexpr auto per_element = boost::test_tools::per_element();

std::string sentences(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i) out += "Sentence number " + std::to_string(i) + " ends. ";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chunks)

BOOST_AUTO_TEST_CASE(sections_are_cut_at_headings) {
  const auto found = chunks_of("<h1>A</h1><h2>B</h2><p>b</p><h2>C</h2><p>c</p><p>d</p>", 100);
  BOOST_TEST(texts_of(found) == (Texts{"A\nB\nb", "C\nc\nd"}), per_element);
  BOOST_TEST(found[0].trail == (Texts{"A", "B"}), per_element);
  BOOST_TEST(found[1].trail == (Texts{"A", "C"}), per_element);
  BOOST_TEST(found[1].markdown == "## C\n\nc\n\nd\n");
  BOOST_TEST(texts("<p>x</p><h2>Only a heading</h2>", 100) == (Texts{"x", "Only a heading"}), per_element);
  BOOST_TEST(texts("", 100).empty());
  BOOST_TEST(texts("<p>a</p><p>***</p><p>b</p><p>c</p>", 2) == (Texts{"a", "***\nb\nc"}), per_element);
}

BOOST_AUTO_TEST_CASE(a_long_section_is_cut_between_blocks) {
  const std::string html = "<h2>T</h2><p>one two three</p><p>four five six</p><p>seven eight nine</p>";
  BOOST_TEST(texts(html, 4) == (Texts{"T\none two three", "four five six", "seven eight nine"}), per_element);
  BOOST_TEST(texts(html, 2) == (Texts{"T\none two three", "four five six", "seven eight nine"}),
             per_element);  // one sentence each, and a heading with what follows
}

BOOST_AUTO_TEST_CASE(a_long_paragraph_is_cut_between_sentences) {
  const auto found = chunks_of("<p>Mr. Adam <b>ran. He</b> fell; why? Dr. Lee came.</p>", 4);
  BOOST_TEST(texts_of(found) == (Texts{"Mr. Adam ran.", "He fell; why?", "Dr. Lee came."}), per_element);
  BOOST_TEST(found[0].markdown == "Mr. Adam **ran.**\n");
  BOOST_TEST(found[1].markdown == "**He** fell; why?\n");
  const auto two = chunks_of("<p>One <i>two. Three four.</i> Five six. Seven eight.</p>", 4);
  BOOST_REQUIRE(two.size() == 2u);
  BOOST_TEST(two[0].markdown == "One *two.* *Three four.*\n", "sentences of one paragraph stay one");
}

BOOST_AUTO_TEST_CASE(rows_and_code_stay_whole) {
  const std::string table = "<table><tr><th>k<th>v<tr><td>one two<td>three four<tr><td>five six<td>seven eight</table>";
  const auto found = chunks_of(table, 4);
  BOOST_TEST(texts_of(found) == (Texts{"k\nv\none two\nthree four", "five six\nseven eight"}), per_element);
  BOOST_TEST(found[1].markdown == "| k | v |\n| --- | --- |\n| five six | seven eight |\n", "below the header");
  BOOST_TEST(texts("<pre>a b. c d.\ne f</pre><p>x", 2) == (Texts{"a b. c d.\ne f", "x"}), per_element);
}

BOOST_AUTO_TEST_CASE(overlap_repeats_the_end_of_the_chunk_before) {
  const auto found = chunks_of("<h2>T</h2><p>a b</p><p>c d</p><p>e f</p><h2>U</h2><p>g h</p>", 5, 2);
  BOOST_TEST(texts_of(found) == (Texts{"T\na b", "a b\nc d", "c d\ne f", "U\ng h"}), per_element);
  BOOST_TEST(found[1].repeated == 4u);
  BOOST_TEST(found[0].repeated == 0u);
  BOOST_TEST(found[3].repeated == 0u, "another section");
  for (const Chunk& chunk : found) BOOST_TEST(chunk.tokens <= 5u);
}

BOOST_AUTO_TEST_CASE(a_change_leaves_chunks_that_are_not_near) {
  const std::string before = sentences(0, 60), after = sentences(60, 120);
  const auto chunks = texts("<p>" + before + after, 40),
             changed = texts("<p>" + before + "New words here. " + after, 40);
  std::size_t same = 0;
  for (const std::string& chunk : chunks) same += std::ranges::find(changed, chunk) != changed.end();
  BOOST_TEST(chunks.size() > 12u);
  BOOST_TEST(same + 3 >= chunks.size());
}

// The repository's own pages, whole: every word once, in order, within bounds.
BOOST_AUTO_TEST_CASE(each_word_is_in_one_chunk) {
  std::size_t pages = 0, cut = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PITH_SOURCE "/tests/pages/own/html")) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string html(std::istreambuf_iterator<char>(in), {});
    const Document document = parsed(decode_html(html).text);
    const NodeSet all = all_of(document);
    const Blocks blocks = read_blocks(document, all);
    ++pages;
    for (const std::uint32_t tokens : {1u, 30u, 400u}) {
      std::string joined;
      std::uint32_t end = 0;
      for (const Chunk& chunk : cut_chunks(document, all, std::nullopt, "en", {.tokens = tokens})) {
        BOOST_TEST_REQUIRE(chunk.begin >= end, entry.path());
        BOOST_TEST_REQUIRE(chunk.end - chunk.begin == count_chars(chunk.text));
        end = chunk.end;
        joined += chunk.text + "\n";
        ++cut;
      }
      BOOST_TEST((words_of(joined) == words_of(blocks.text)), entry.path());
      BOOST_TEST(end <= count_chars(blocks.text));
    }
  }
  BOOST_TEST(pages > 20u);
  BOOST_TEST(cut > 1'000u);
}

BOOST_AUTO_TEST_CASE(whatever_is_large_is_cut_in_linear_time) {
  std::string rows = "<table>", words;
  for (int i = 0; i < 20'000; ++i) {
    rows += "<tr><td rowspan=2>a<td>b";
    words += "<b>No end</b>. ";
  }
  BOOST_TEST(texts(rows + "</table><p>" + words, 8).size() > 1'000u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith
