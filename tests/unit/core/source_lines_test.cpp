#include "core/dom/detail/source_lines.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>

#include "tests/support/trees.h"

using namespace pith;

namespace {

// "text/code/tags" of each line, and each line's pieces.
std::string written(const Document& page) {
  const SourceLines source = source_lines(page);
  std::string out;
  for (std::uint32_t i = 0; i < source.lines.size(); ++i) {
    const SourceLine& line = source.lines[i];
    out += std::to_string(line.text) + "/" + std::to_string(line.code) + "/" + std::to_string(line.tags);
    for (const LinePiece& piece : source.pieces)
      if (piece.line == i) out += " [" + std::string(page.text(piece.node).substr(piece.begin, piece.size)) + "]";
    out += "\n";
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(source_lines_of_a_page)

BOOST_AUTO_TEST_CASE(lines_end_where_the_source_does) {
  BOOST_TEST(written(test::html("<body>\n<p>one <b>two</b>\nthree\n\n\n<a>four</a></p>")) ==
             "7/10/3 [one ] [two]\n"
             "5/0/0 [three]\n"
             "4/11/3 [four]\n");
}

BOOST_AUTO_TEST_CASE(lines_end_at_block_tags_too) {
  BOOST_TEST(written(test::html("<body><div><p>one</p>two<br>three<hr></div>")) ==
             "0/5/1\n"
             "3/7/2 [one]\n"
             "3/4/1 [two]\n"
             "5/0/0 [three]\n"
             "0/4/1\n"
             "0/6/1\n");
}

BOOST_AUTO_TEST_CASE(trees_without_lines_have_a_line_a_block) {
  BOOST_TEST(written(test::tree("html(body(p('one\ntwo') p('three' b('four'))))")) ==
             "6/7/2 [one] [two]\n"
             "9/14/4 [three] [four]\n");
}

BOOST_AUTO_TEST_CASE(scripts_leave_no_lines) {
  BOOST_TEST(written(test::html("<body><p>one</p>\n<script>\nx\n\n</script>\n<!--\n\n-->\n<p>two</p>")) ==
             "3/7/2 [one]\n"
             "3/7/2 [two]\n");
}

BOOST_AUTO_TEST_CASE(a_text_is_chosen_with_most_of_its_characters) {
  const Document page = test::html("<body><p>one\nthree\nx</p>");
  const SourceLines source = source_lines(page);
  BOOST_REQUIRE(source.lines.size() == 3u);
  const NodeId text = page.find(Tag::p) + 1;
  BOOST_TEST(text_on(page, source, {false, true, false})[text]);
  BOOST_TEST(!text_on(page, source, {true, false, true})[text]);
  BOOST_TEST(!text_on(page, source, {false, false, false})[text]);
}

BOOST_AUTO_TEST_CASE(every_character_is_on_one_line) {
  for (int nodes = 1; nodes <= 6; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 2)) {
      const Document page = test::tree("html(" + notation + "'a b' p('c'))");
      const SourceLines source = source_lines(page);
      std::uint32_t text = 0;
      for (const SourceLine& line : source.lines) text += line.text;
      BOOST_REQUIRE_EQUAL(text, 4u);
      BOOST_REQUIRE_EQUAL(source.pieces.size(), 2u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
