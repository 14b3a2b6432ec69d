#include "core/dom/detail/source_tokens.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tests/support/trees.h"

using namespace pith;

namespace {

// The tokens as source, with their lengths: "<p>3 text:4 </p>4".
std::string written(const Document& page) {
  std::string out;
  for (const SourceToken& token : source_tokens(page)) {
    if (!out.empty()) out += ' ';
    if (token.is_text())
      out += std::string(page.text(token.node)) + ":";
    else
      out += (token.kind == SourceToken::end_tag ? "</" : "<") + std::string(page.tag_name(token.node)) + ">";
    out += std::to_string(token.length);
  }
  return out;
}

std::string lines(std::string_view html) {
  const Document page = test::html(html);
  std::string out;
  for (const SourceToken& token : source_tokens(page)) out += std::to_string(token.line) + " ";
  return out;
}

// Recursive, like the definition.
std::string naive(const Document& page, NodeId n) {
  if (page[n].is_text()) return " '";
  std::string out = " <" + std::string(page.tag_name(n));
  for (NodeId child = page.first_child(n); child != no_node; child = page.next_sibling(child))
    out += naive(page, child);
  return out + " /" + std::string(page.tag_name(n));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(source_tokens_of_a_page)

BOOST_AUTO_TEST_CASE(the_body_is_written_out_with_all_end_tags) {
  BOOST_TEST(written(test::html("<head><title>t</title><body class=x><p>one<p>two<br>three")) ==
             "<p>3 one:3 </p>4 <p>3 two:3 <br>4 three:5 </p>4");
}

BOOST_AUTO_TEST_CASE(attributes_count_as_a_tidy_author_writes_them) {
  // <a href="/x" hreflang="é" download>
  BOOST_TEST(written(test::html("<body><a HREF=/x hreflang='é' download>y")) == "<a>35 y:1 </a>4");
}

BOOST_AUTO_TEST_CASE(copies_that_the_parser_makes_have_no_attributes) {
  BOOST_TEST(written(test::html("<body><p><b title=long>a<p>c")) ==
             "<p>3 <b>16 a:1 </b>4 </p>4 <p>3 <b>3 c:1 </b>4 </p>4");
}

BOOST_AUTO_TEST_CASE(scripts_and_hidden_subtrees_are_out_with_their_tags) {
  BOOST_TEST(written(test::html(
                 "<body><p>text and text</p><script>x</script><div hidden><p>no</div><style>y</style><!-- c -->")) ==
             "<p>3 text and text:13 </p>4");
}

BOOST_AUTO_TEST_CASE(text_is_measured_in_characters_with_white_space_collapsed) {
  BOOST_TEST(source_length("") == 0u);
  BOOST_TEST(source_length(" two \n\t words ") == 11u);
  BOOST_TEST(source_length("日本 ") == 3u);
}

BOOST_AUTO_TEST_CASE(tags_and_texts_know_their_lines) {
  BOOST_TEST(lines("<body>\n<div>\n<p>one\ntwo</p>\n\n<p>three\n</div>") == "2 3 3 4 6 6 7 7 ");
  BOOST_TEST(lines("<body><table>\n<tr><td>x</table>") == "1 1 2 2 2 2 2 2 2 ");
}

BOOST_AUTO_TEST_CASE(a_copy_of_an_unclosed_element_stands_at_its_parent) {
  // The parser opens <b> again in the second and third paragraphs.
  BOOST_TEST(lines("<body><p><b>one\n<p>two\n<p>three") == "1 1 1 2 2 2 2 2 3 3 3 3 3 3 3 ");
}

BOOST_AUTO_TEST_CASE(a_tree_without_lines_or_body_is_taken_whole) {
  const Document page = test::tree("html(div('one') p)");
  BOOST_TEST(written(page) == "<div>5 one:3 </div>6 <p>3 </p>4");
  for (const SourceToken& token : source_tokens(page)) BOOST_TEST(token.line == 0u);
}

BOOST_AUTO_TEST_CASE(all_small_trees_come_in_document_order) {
  for (int nodes = 1; nodes <= 6; ++nodes)
    for (const std::string& notation : test::all_trees(nodes, 1)) {
      const Document page = test::tree("html(" + notation + ")");
      std::string found;
      for (const SourceToken& token : source_tokens(page))
        found += (token.kind == SourceToken::end_tag ? " /" : " <") + std::string(page.tag_name(token.node));
      BOOST_REQUIRE_EQUAL(" <html" + found + " /html", naive(page, 0));
    }
}

BOOST_AUTO_TEST_CASE(depth_is_no_matter) {
  std::string source = "<body>";
  for (int i = 0; i < 300; ++i) source += "<div>";
  BOOST_TEST(source_tokens(test::html(source + "x")).size() == 601u);
}

BOOST_AUTO_TEST_SUITE_END()
