#include "core/render/blocks.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/encoding.h"
#include "core/text/white_space.h"
#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

using namespace test;

Blocks blocks_of(std::string_view html) {
  const Document document = parsed(html);
  return read_blocks(document, all_of(document));
}

std::string text_of(std::string_view html) { return blocks_of(html).text; }

// "heading1:Title|paragraph:text|...": region, level, text of each block.
std::string outline(std::string_view html) {
  const Blocks blocks = blocks_of(html);
  std::string out;
  for (const Block& block : blocks.blocks) {
    out += (out.empty() ? "" : "|") + std::string(name_of(block.region));
    if (block.level > 0) out += std::to_string(block.level);
    if (block.ordered) out += 'o';
    if (block.starts_item || block.starts_row) out += '*';
    if (block.header_cell) out += 'h';
    out += ':' + blocks.text.substr(block.begin, block.end - block.begin);
  }
  return out;
}

BOOST_AUTO_TEST_SUITE(blocks)

BOOST_AUTO_TEST_CASE(regions) {
  BOOST_TEST(
      outline("<h2>H</h2><p>p<blockquote>q</blockquote><pre>c</pre><figure><figcaption>f</figcaption></figure>") ==
      "heading2:H|paragraph:p|quote:q|code:c|caption:f");
  BOOST_TEST(outline("<div role=heading>a</div><div role=heading aria-level=9>b</div>") == "heading2:a|heading6:b");
}

BOOST_AUTO_TEST_CASE(lists_nest) {
  BOOST_TEST(outline("<ul><li>a<p>b</p><ol><li>c</ol>d<li>e</ul>") == "list1*:a|list1:b|list2o*:c|list1:d|list1*:e");
  BOOST_TEST(outline("<dl><dt>t<dd>d<p>e</p><dt>u</dl>") == "list1*:t|list1:d|list1:e|list1*:u");
  BOOST_TEST(outline("<li>bare<ul><ul><li>in list in list</ul></ul>") == "list1*:bare|list2*:in list in list");
}

// The index brings text into this form: offsets into another one would lead elsewhere.
BOOST_AUTO_TEST_CASE(text_is_in_normal_form_c) {
  const Blocks blocks = blocks_of("<h1>か&#x3099;す</h1><p>cafe<b>&#x301;</b> &#x301;e<p>end");
  BOOST_TEST(blocks.text == "がす\ncafé \u0301e\nend");
  BOOST_TEST(to_nfc(blocks.text) == blocks.text);
  std::vector<std::uint32_t> offsets;
  for (const Block& block : blocks.blocks) offsets.insert(offsets.end(), {block.begin_chars, block.end_chars});
  BOOST_TEST(offsets == (std::vector<std::uint32_t>{0, 2, 3, 10, 11, 14}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(terms_that_links_can_lead_to) {
  const auto terms = [](std::string_view html) {
    std::string out;
    const Blocks blocks = blocks_of(html);
    for (const Block& block : blocks.blocks)
      if (block.term) out += blocks.text.substr(block.begin, block.end - block.begin) + "|";
    return out;
  };
  BOOST_TEST(terms("<dl><dt id=os.open>open()<dd>d<dt>u<dd>e</dl>") == "open()|");
  BOOST_TEST(terms("<dl><dt><a name=x></a>open()<p>close()</p><dd>d</dl>") == "open()|close()|");
  BOOST_TEST(terms("<dl><dt><span id=y>open()</span><dd id=z>d<ul><li id=i>e</ul></dl>") == "open()|");
  BOOST_TEST(terms("<dl id=l><dt><a href=/>open()</a><dd>d</dl><p id=p>x").empty());
}

BOOST_AUTO_TEST_CASE(texts_that_only_lead_to_other_pages) {
  const auto linked = [](std::string_view html) {
    std::string out;
    const Blocks blocks = blocks_of(html);
    for (const Block& block : blocks.blocks)
      if (block.linked) out += blocks.text.substr(block.begin, block.end - block.begin) + "|";
    return out;
  };
  BOOST_TEST(linked("<h2><a href=/story>A <b>story</b></a></h2><p><a href=/a>a</a> <a href=/b>b</a>") ==
             "A story|a b|");
  BOOST_TEST(linked("<h2><a href=/s><img src=i alt=''>Story</a></h2>") == "Story|");
  BOOST_TEST(
      linked("<h2>On <a href=/s>trees</a></h2><h2><a href='#t'>Trees</a></h2><h2><a name=t>Trees</a></h2>").empty());
}

BOOST_AUTO_TEST_CASE(data_tables_and_layout_tables) {
  BOOST_TEST(outline("<table><caption>C</caption><tr><th>a<th>b<tr><td>1<br>2<td><p>3<p>4</table>") ==
             "caption:C|table*h:a|tableh:b|table*:1\n2|table:3\n4");
  BOOST_TEST(outline("<table><tr><td>1<td>2<tr><td>3<td>4</table>") == "table*:1|table:2|table*:3|table:4");
  BOOST_TEST(outline("<table><tr><td><p>1<p>2<td>3<tr><td>4<td>5</table>") ==
             "paragraph:1|paragraph:2|paragraph:3|paragraph:4|paragraph:5");
  const std::string menu = "<div>a</div><div>b</div><div>c</div>";
  BOOST_TEST(outline("<table><tr><td>" + menu + "<td>1<tr><td>2<td>3</table>") ==
             "table*:a\nb\nc|table:1|table*:2|table:3");
  BOOST_TEST(outline("<table><tr><td>" + menu + "<div>d</div><td>1<tr><td>2<td>3</table>") ==
             "paragraph:a|paragraph:b|paragraph:c|paragraph:d|paragraph:1|paragraph:2|paragraph:3");
  BOOST_TEST(outline("<table role=presentation><tr><th>1<td>2</table>") == "paragraph:1|paragraph:2");
  BOOST_TEST(outline("<table><tr><td><table><tr><th>i<td>j</table><td>o</table>") == "table*h:i|table:j|paragraph:o");
  BOOST_TEST(outline("<table><tr><td><pre>1\n2</pre><td><pre>x\ny</pre></table>") == "code:1\n2|code:x\ny");
}

BOOST_AUTO_TEST_CASE(marks_and_digits_above_the_line_are_read_apart) {
  for (const char* mark :
       {"<sup>1</sup>", "<sup><a href=#f>1</a></sup>", "<a href=#f><sup>1</sup></a>", "<sub>1</sub>"})
    BOOST_TEST(text_of(std::string("<p>1643") + mark + ".") == "1643 1.", mark);
  BOOST_TEST(text_of("<p>The miller<sup><a href=#f>a</a></sup> said") == "The miller a said");
  BOOST_TEST(text_of("<p>He said so.<sup><a href=#f>1</a></sup> A mill<sup><a href=#f>[2]</a></sup>") ==
             "He said so.1 A mill[2]");
  BOOST_TEST(
      text_of("<p>1<sup>st</sup>, CO<sub>2</sub>, m<sup>2</sup>, $9<sup>99</sup>, 10<sup>23</sup>, 3<sup></sup>4") ==
      "1st, CO2, m2, $9 99, 10 23, 34");
}

BOOST_AUTO_TEST_CASE(fields_and_buttons_part_words) {
  BOOST_TEST(text_of("Size<select><option>S</select>Text<input>or<button>Add</button>now<textarea></textarea>x") ==
             "Size Text or Add now x");
  BOOST_TEST(text_of("foo<script>1</script>bar") == "foobar");
}

BOOST_AUTO_TEST_CASE(white_space_between_elements) {
  BOOST_TEST(text_of("<b>a</b> <i>b</i>") == "a b");
  BOOST_TEST(text_of("<b>a</b><i>b</i>") == "ab");
  BOOST_TEST(text_of("<p> a \n\t b&nbsp;&nbsp;c&#x2003;d&#x3000;e </p>") == "a b c d e");
  BOOST_TEST(text_of("<p>x&shy;y&#xfeff;z</p>") == "xyz");
  BOOST_TEST(text_of("a<img src=x>b<option>c<option>d") == "a b\nc\nd");
}

BOOST_AUTO_TEST_CASE(line_breaks_make_no_empty_lines) {
  BOOST_TEST(text_of("<p><br>a<br><br> <br>b<br></p><br><p>c") == "a\nb\nc");
  BOOST_TEST(text_of("<h1>a<br>b<div>c</div></h1>") == "a\nb\nc");
}

BOOST_AUTO_TEST_CASE(preformatted_text_is_kept) {
  BOOST_TEST(text_of("<pre>\n  a\n\n\tb  <b>c</b> \n</pre>") == "  a\n\n\tb  c");
  BOOST_TEST(text_of("<pre><span>a</span>\n<span>b</span> <span>c</span></pre>") == "a\nb c");
  BOOST_TEST(text_of("<pre><div>a</div><div>b\n</div><div>c</div>d<br>e</pre>") == "a\nb\nc\nd\ne");
  BOOST_TEST(text_of("<pre>  \n </pre>") == "");
}

BOOST_AUTO_TEST_CASE(what_nobody_reads_is_left_out) {
  BOOST_TEST(text_of("<p>a<script>b</script><span hidden>c</span><style>d</style></p><noscript>e</noscript>") == "a");
  BOOST_TEST(text_of("<h2>Title<a href='#t'>¶</a></h2>") == "Title");
  BOOST_TEST(text_of("<h2>Title<a href='#t'>see</a></h2>") == "Titlesee");
}

BOOST_AUTO_TEST_CASE(text_that_is_left_out_keeps_words_apart) {
  const Document document = parsed("<p>a<span id=x> x </span>b</p>");
  NodeSet content = all_of(document);
  content.remove_subtree(document, by_id(document, "x"));
  BOOST_TEST(read_blocks(document, content).text == "a b");
}

BOOST_AUTO_TEST_CASE(trails) {
  const Blocks blocks = blocks_of("<p>0<h1>1</h1><h3>2</h3><p>3<h2>4</h2><p>5<h1>6</h1><p>7");
  const std::vector<std::vector<std::uint32_t>> expected = {{}, {}, {1}, {1, 2}, {1}, {1, 4}, {}, {6}};
  BOOST_REQUIRE_EQUAL(blocks.blocks.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) BOOST_TEST(blocks.blocks[i].trail == expected[i]);
}

BOOST_AUTO_TEST_CASE(headings_outside_of_the_set_do_not_count) {
  const Document document = parsed("<h1 id=x>out</h1><p>in");
  NodeSet content = all_of(document);
  content.remove_subtree(document, by_id(document, "x"));
  const Blocks blocks = read_blocks(document, content);
  BOOST_REQUIRE_EQUAL(blocks.blocks.size(), 1u);
  BOOST_TEST(blocks.blocks[0].trail.empty());
}

BOOST_AUTO_TEST_CASE(a_heading_that_nobody_closed_is_none) {
  BOOST_TEST(outline("<h1>T<p>" + std::string(600, 'x') + "<p>y").starts_with("paragraph:T|paragraph:x"));
}

BOOST_AUTO_TEST_CASE(offsets_count_bytes_and_code_points) {
  const Blocks blocks = blocks_of("<p>a\xf0\x9d\x92\xb3\xd7\xa9<p>\xe4\xb8\xad<p>z");
  BOOST_REQUIRE_EQUAL(blocks.blocks.size(), 3u);
  BOOST_TEST(blocks.text == "a\xf0\x9d\x92\xb3\xd7\xa9\n\xe4\xb8\xad\nz");
  BOOST_TEST(blocks.blocks[1].begin == 8u);
  BOOST_TEST(blocks.blocks[1].begin_chars == 4u);
  BOOST_TEST(blocks.blocks[1].end_chars == 5u);
  BOOST_TEST(blocks.blocks[2].begin_chars == 6u);
  BOOST_TEST(blocks.blocks[2].end == blocks.text.size());
}

// For any page: blocks are in order and not empty, and the page's text is their texts joined by line ends.
BOOST_AUTO_TEST_CASE(blocks_tile_the_text) {
  std::vector<std::string> pages = {repeated("<div>", 900) + "x",        repeated("<p>x", 100'000),
                                    repeated("<ul><li>a", 440),          repeated("<table><tr><td>x", 200),
                                    "<h1>" + repeated("<b>", 500) + "x", "\xe2\x80\xae<p>bidi\xe2\x80\xac&#x202e;",
                                    repeated("<h1>a", 20'000),           "<pre>" + repeated("<div>", 900) + "x"};
  for (const auto& path : html_cases("render")) pages.push_back(read_file(path));
  for (const std::string& page : pages) {
    BOOST_TEST_CONTEXT(page.substr(0, 60)) {
      const Blocks blocks = blocks_of(page);
      std::uint32_t end = 0;
      bool good = is_valid_utf8(blocks.text);
      for (const Block& block : blocks.blocks) {
        good &= block.begin == (block.begin == 0 ? 0 : end + 1) && block.end > block.begin;
        good &= block.begin == 0 || blocks.text[block.begin - 1] == '\n';
        end = block.end;
      }
      BOOST_TEST(good);
      BOOST_TEST(end == blocks.text.size());
      if (!blocks.blocks.empty()) BOOST_TEST(blocks.blocks.back().end_chars == count_chars(blocks.text));
    }
  }
}

BOOST_AUTO_TEST_CASE(paths) {
  const Document document = parsed("<body><div><p>a<p id=x>b</div><div><p id=y>c</div><x-y id=z></x-y></body>");
  BOOST_TEST(path_of(document, 0) == "html");
  BOOST_TEST(path_of(document, by_id(document, "x")) == "html/body/div[1]/p[2]");
  BOOST_TEST(path_of(document, by_id(document, "x") + 1) == "html/body/div[1]/p[2]/text()");
  BOOST_TEST(path_of(document, by_id(document, "y")) == "html/body/div[2]/p");
  BOOST_TEST(path_of(document, by_id(document, "z")) == "html/body/x-y");
  const Document deep = parsed(repeated("<div>", 100));
  BOOST_TEST(path_of(deep, deep.size() - 1) == "//" + repeated("div/", 63) + "div");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
