#include "core/render/render.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/detail/chosen_nodes.h"
#include "core/render/structure.h"
#include "core/text/encoding.h"
#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

using namespace test;

const std::optional<Url> base = parse_url("https://example.com/dir/page.html");

std::string markdown(std::string_view html) {
  const Document document = parsed(html);
  return render_markdown(document, all_of(document), base);
}

std::string clean(std::string_view html) {
  const Document document = parsed(html);
  return render_html(document, all_of(document), base);
}

std::string json_of(const Document& document, const Blocks& content, const Blocks& asides = {}, BlockCount rest = {}) {
  return structure_json(render_structure(document, content, asides, rest)).value();
}

// As JSON.
std::string structure(std::string_view html) {
  const Document document = parsed(html);
  return json_of(document, read_blocks(document, all_of(document)));
}

std::string without_last_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

BOOST_AUTO_TEST_SUITE(render)

BOOST_AUTO_TEST_CASE(fixtures) {
  for (const auto& path : html_cases("render")) {
    BOOST_TEST_CONTEXT(path.filename()) {
      const Document document = parsed(read_file(path));
      NodeSet content(document);
      content.add_subtree(document, document.find(Tag::body));
      remove_hidden(content, document);
      const auto expect = [&](const char* extension, const std::string& actual) {
        auto expected = path;
        expected.replace_extension(extension);
        if (std::filesystem::exists(expected))
          BOOST_TEST(without_last_line_end(actual) == without_last_line_end(read_file(expected)));
      };
      expect(".md", render_markdown(document, content, base));
      expect(".clean.html", render_html(document, content, base));
      expect(".json", json_of(document, read_blocks(document, content)));
    }
  }
}

// A rendering has the same text when it is read again.
BOOST_AUTO_TEST_CASE(clean_html_reads_back_to_the_same_text) {
  for (const auto& path : html_cases("render")) {
    BOOST_TEST_CONTEXT(path.filename()) {
      const Document first = parsed(read_file(path));
      const std::string html = render_html(first, all_of(first), base);
      const Document second = parsed(html);
      BOOST_TEST(read_blocks(first, all_of(first)).text == read_blocks(second, all_of(second)).text);
      BOOST_TEST(render_html(second, all_of(second), base) == html);
    }
  }
}

BOOST_AUTO_TEST_CASE(tools_of_the_page_are_left_out) {
  const std::string copied =
      "<pre><code class=language-sh>make install</code><button>Copy</button></pre><p><button>Kept</button></p>";
  BOOST_TEST(without_last_line_end(markdown(copied)) == "```sh\nmake install\n```\n\nKept");
  BOOST_TEST(clean(copied).find("Copy") == std::string::npos);
  BOOST_TEST(without_last_line_end(markdown("<h2>Use<a href=#use>\u200B</a></h2>")) == "## Use");
}

BOOST_AUTO_TEST_CASE(alternatives_of_code_stand_below_each_other) {
  BOOST_TEST(without_last_line_end(
                 markdown("<pre><input><code class=language-js>import a</code><code>require a</code></pre>")) ==
             "```js\nimport a\nrequire a\n```");
  BOOST_TEST(without_last_line_end(markdown("<pre><code>a</code> <code>b</code></pre>")) == "```\na b\n```");
}

BOOST_AUTO_TEST_CASE(numbers_are_escaped_where_they_would_begin_a_list) {
  BOOST_TEST(without_last_line_end(markdown("<p>1986. A good year</p>")) == "1986\\. A good year");
  BOOST_TEST(without_last_line_end(markdown("<h2>12.1. Overview</h2>")) == "## 12.1. Overview");
}

BOOST_AUTO_TEST_CASE(headings_and_cells_need_no_escapes_of_lists) {
  BOOST_TEST(without_last_line_end(markdown("<h2>1. Introduction</h2>")) == "## 1. Introduction");
  BOOST_TEST(without_last_line_end(markdown("<h2>1) Introduction</h2>")) == "## 1) Introduction");
  BOOST_TEST(without_last_line_end(markdown("<h2>- a</h2><h2>> b</h2><h2>C #</h2>")) == "## - a\n\n## > b\n\n## C \\#");
  BOOST_TEST(without_last_line_end(markdown("<table><tr><th>No.<th>Name<tr><td>1. <td>- a</table>")) ==
             "| No. | Name |\n| --- | --- |\n| 1. | - a |");
}

BOOST_AUTO_TEST_CASE(controls_of_the_page_are_no_part_of_a_heading) {
  for (const std::string control :
       {"<button>hide</button>", "<a href='#'>hide</a>", "<a href='javascript:toggle()'>Show all</a>",
        "<span role=button tabindex=0>hide</span>", "<span><span aria-controls=x>Hide</span></span>",
        "<a href='#x' aria-expanded=true>collapse</a>", "<span>[<a href='/edit?section=1'>edit</a>]</span>",
        "<span><span>[</span><a href=/e>edit</a><span> | </span><a href=/s>edit source</a><span>]</span></span>"}) {
    const std::string html = "<h2>Introduction to seals " + control + "</h2><p>Text";
    BOOST_TEST(without_last_line_end(markdown(html)) == "## Introduction to seals\n\nText", control);
    BOOST_TEST(structure(html).find("Introduction to seals\"") != std::string::npos, structure(html));
    BOOST_TEST(clean(html).find(">Introduction to seals</h2>") != std::string::npos, clean(html));
  }
  for (const std::string heading :
       {"<button aria-expanded=false>What is a seal?</button>", "1. <button>What is a seal?</button>",
        "<a href='#seal'>What is a seal?</a>", "<a href='#s1'>1.</a> <a href='#seal'>What is a seal?</a>",
        "What is a <a href=/seal>seal</a>?"})
    BOOST_TEST(without_last_line_end(markdown("<h2>" + heading + "</h2>")).find("What is a") != std::string::npos,
               heading);
  // Elsewhere a button may be all there is.
  BOOST_TEST(without_last_line_end(markdown("<p>Press <button>hide</button></p>")) == "Press hide");
}

BOOST_AUTO_TEST_CASE(a_table_has_the_header_that_the_page_gives_it) {
  const auto table = [](const std::string& rows) {
    return without_last_line_end(markdown("<table>" + rows + "</table>"));
  };
  const std::string ruler = "| --- | --- |\n", body = "| c | d |", row = "<tr><td>c<td>d";
  BOOST_TEST(table("<tr><th>a<th>b" + row) == "| a | b |\n" + ruler + body);
  BOOST_TEST(table("<thead><tr><td>a<td>b</thead>" + row) == "| a | b |\n" + ruler + body);
  BOOST_TEST(table("<tr><td><th>b" + row) == "| | b |\n" + ruler + body);  // a corner
  BOOST_TEST(table("<caption>x</caption><tr><td>a<td>b" + row).ends_with("| | |\n" + ruler + "| a | b |\n" + body));
  BOOST_TEST(table("<caption>x</caption><tr><th>a<td>b" + row).ends_with("| | |\n" + ruler + "| a | b |\n" + body));
}

BOOST_AUTO_TEST_CASE(the_title_stands_above_unless_it_is_there) {
  const auto titled = [](const std::string& title, std::string_view html) {
    const Document document = parsed(html);
    const NodeSet all = all_of(document);
    return without_last_line_end(with_title(render_markdown(document, all, base), title, read_blocks(document, all)));
  };
  BOOST_TEST(titled("Of seals", "<p>Text") == "# Of seals\n\nText");
  BOOST_TEST(titled(" 1. Of\n*seals* #", "<p>Text") == "# 1. Of \\*seals\\* \\#\n\nText");
  BOOST_TEST(titled("Of seals", "<h1>Of seals</h1><p>Text") == "# Of seals\n\nText");
  BOOST_TEST(titled("Of seals - My site", "<p>2024</p><h1>Of seals</h1><p>Text") == "2024\n\n# Of seals\n\nText");
  BOOST_TEST(titled("of Seals", "<h2>1. <a href=#>Of seals</a></h2>").starts_with("# of Seals"));
  BOOST_TEST(titled("of Seals", "<h2>Of seals!</h2><p>Text") == "## Of seals!\n\nText");
  BOOST_TEST(titled("Of seals", "<h2>Diet</h2><p>Text") == "# Of seals\n\n## Diet\n\nText");
  BOOST_TEST(titled("", "<p>Text") == "Text");
  BOOST_TEST(titled("Of seals", "") == "");
}

BOOST_AUTO_TEST_CASE(nothing_gives_nothing) {
  const Document document = parsed("<p>x</p>");
  const NodeSet none(document);
  BOOST_TEST(render_markdown(document, none, base) == "");
  BOOST_TEST(render_html(document, none, base) == "");
  BOOST_TEST(json_of(document, read_blocks(document, none)) == "[]");
}

// Some extractors return text nodes only: their lists and tables must survive that.
BOOST_AUTO_TEST_CASE(structure_comes_from_ancestors_outside_of_the_set) {
  const Document document = parsed("<ul><li>a <b>b</b><li>c</ul><table><tr><th>d<th><tr><td>e<td>f</table>");
  NodeSet texts(document);
  for (NodeId n = 0; n < document.size(); ++n)
    if (document[n].is_text()) texts.add(n);
  BOOST_TEST(render_markdown(document, texts, base) == "- a **b**\n- c\n\n| d | |\n| --- | --- |\n| e | f |\n");
  BOOST_TEST(render_html(document, texts, base) ==
             "<ul><li>a <b>b</b></li><li>c</li></ul><table><tbody><tr><th>d</th><th></th></tr>"
             "<tr><td>e</td><td>f</td></tr></tbody></table>");
}

BOOST_AUTO_TEST_CASE(what_is_not_in_the_set_is_left_out) {
  const Document document = parsed("<p>keep<p id=x>drop <img src=/i.png><p>keep too");
  NodeSet content = all_of(document);
  content.remove_subtree(document, by_id(document, "x"));
  BOOST_TEST(render_markdown(document, content, base) == "keep\n\nkeep too\n");
  BOOST_TEST(render_html(document, content, base) == "<p>keep</p><p>keep too</p>");
}

BOOST_AUTO_TEST_CASE(highlighted_code_keeps_spaces_that_are_elements) {
  const Document document = parsed(
      "<pre><b>import</b><span class=w> </span><i>ants</i>\n<span class=line><span class=cl>\n</span></span>x</pre>");
  NodeSet texts(document);  // as extractors return it
  for (NodeId n = 0; n < document.size(); ++n)
    if (document[n].is_text() && document[n].is_content()) texts.add(n);
  BOOST_TEST(render_html(document, texts, base) == "<pre><b>import</b> <i>ants</i>\n\nx</pre>");
  BOOST_TEST(read_blocks(document, texts).text == "import ants\n\nx");
}

BOOST_AUTO_TEST_CASE(relative_links_need_a_base) {
  const Document document = parsed("<a href=/r>r</a> <a href=https://e.org/>a</a> <img src=i.png>");
  BOOST_TEST(render_markdown(document, all_of(document), std::nullopt) == "r [a](https://e.org/)\n");
  BOOST_TEST(render_html(document, all_of(document), std::nullopt) == "<p>r <a href=\"https://e.org/\">a</a></p>");
}

BOOST_AUTO_TEST_CASE(no_script_survives) {
  for (const std::string_view html :
       {"<a href=\"java&#10;script:alert(1)\">x</a>", "<a href=' javascript:alert(1)'>x</a>",
        "<img src=x:y onerror=alert(1)>x", "<p onclick=alert(1)>x",
        "<svg onload=alert(1)><a href=javascript:1>x</a></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>", "<a href='data:text/html,<script>'>x</a>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">x", "<plaintext><script>alert(1)</script>",
        "<xmp></xmp><script>alert(1)</script>x", "<template><script>alert(1)</script></template>x"}) {
    const std::string out = clean(html);
    BOOST_TEST_CONTEXT(html << " => " << out) {
      BOOST_TEST(out.find("javascript:") == std::string::npos);
      BOOST_TEST(out.find("<script") == std::string::npos);
      BOOST_TEST(out.find("<svg") == std::string::npos);
      BOOST_TEST(out.find("data:") == std::string::npos);
      const Document again = parsed(out);
      for (NodeId n = 0; n < again.size(); ++n)
        for (const auto& a : again.attributes(n)) BOOST_TEST(!again.name(a).starts_with("on"));
    }
    BOOST_TEST(markdown(html).find("](java") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(markdown_never_holds_raw_html) {
  const std::string out =
      markdown("<p>&lt;b&gt; <code>&lt;i&gt;</code> &lt;!-- x --&gt;<p>&lt;div&gt;<ul><li>&lt;p&gt;</ul>");
  BOOST_TEST(out == "\\<b> `<i>` \\<!-- x -->\n\n\\<div>\n\n- \\<p>\n");
}

BOOST_AUTO_TEST_CASE(a_link_over_blocks_is_written_once) {
  const std::string out =
      markdown("<a href=/" + std::string(2000, 'a') + ">" + repeated("<div>x</div>", 10'000) + "</a>");
  BOOST_TEST(out.size() < 50'000u);
}

BOOST_AUTO_TEST_CASE(structure_is_json_with_paths_like_path_of) {
  const std::string html = "<h1>A \"quoted\"</h1><div><p>a<p>b<h2>B</h2></div><x-y><p>c</p></x-y><x-y><p>d</p></x-y>";
  const Document document = parsed(html);
  const Blocks blocks = read_blocks(document, all_of(document));
  const auto json = nlohmann::ordered_json::parse(json_of(document, blocks));
  BOOST_REQUIRE_EQUAL(json.size(), blocks.blocks.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    BOOST_TEST(json[i]["path"].get<std::string>() == path_of(document, blocks.blocks[i].node));
    BOOST_TEST(json[i]["begin"].get<std::uint32_t>() == blocks.blocks[i].begin_chars);
  }
  BOOST_TEST(json[0].dump() ==
             R"({"role":"content","tag":"h1","path":"html/body/h1","region":"heading","level":1,"trail":[],)"
             R"("begin":0,"end":10})");
  BOOST_TEST(json[4].dump() == R"({"role":"content","tag":"p","path":"html/body/x-y[1]/p","region":"paragraph",)"
                               R"("trail":["A \"quoted\"","B"],"begin":17,"end":18})");
}

BOOST_AUTO_TEST_CASE(structure_tells_of_asides_and_template_without_their_texts) {
  const Document document = parsed("<p>Bread</p><ul id=tags><li>Winter evenings<li>Baking</ul><footer>Imprint");
  NodeSet content = all_of(document), asides(document);
  content.remove_subtree(document, by_id(document, "tags"));
  content.remove_subtree(document, document.find(Tag::footer));
  asides.add_subtree(document, by_id(document, "tags"));
  BOOST_TEST(json_of(document, read_blocks(document, content), read_blocks(document, asides), {1, 1}) ==
             R"([{"role":"content","tag":"p","path":"html/body/p","region":"paragraph","trail":[],"begin":0,"end":5},)"
             R"({"role":"aside","tag":"li","path":"html/body/ul/li[1]","region":"list","level":1,"words":2},)"
             R"({"role":"aside","tag":"li","path":"html/body/ul/li[2]","region":"list","level":1,"words":1},)"
             R"({"role":"template","blocks":1,"words":1}])");
}

BOOST_AUTO_TEST_CASE(more_asides_than_are_listed_are_counted) {
  const Document document = parsed(repeated("<div>", 900) + repeated("<p>x y", max_listed_asides + 7));
  const Blocks asides = read_blocks(document, all_of(document));
  const std::string out = json_of(document, {}, asides);
  const auto json = nlohmann::json::parse(out);
  BOOST_TEST(json.size() == max_listed_asides + 1);
  BOOST_TEST(json.back().dump() == R"({"blocks":7,"role":"aside","words":14})");
  BOOST_TEST(out.size() < 4'000'000u);
}

BOOST_AUTO_TEST_CASE(structure_of_a_deep_page_stays_small) {
  const std::string out = structure(repeated("<div>", 900) + repeated("<p>x", 20'000));
  BOOST_TEST(out.size() < 12'000'000u);
  BOOST_TEST(nlohmann::json::parse(out).size() == 20'000u);
  BOOST_TEST(out.find("\"path\":\"//div/div/") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(hostile_pages_come_out_linear) {
  const std::vector<std::string> pages = {
      repeated("<div>", 900) + "x",
      repeated("<blockquote>", 900) + repeated("<p>q", 5000),
      repeated("<ul><li>a", 440) + repeated("<li>z", 5000),
      repeated("<p>x", 100'000),
      "<p>" + repeated("<b>x</b><i>y</i>", 50'000),
      "<table><tr>" + repeated("<th>h", 1000) + repeated("<tr><td rowspan=999 colspan=999>x", 20'000) + "</table>",
      "<p title='" + std::string(1'000'000, '"') + "'>x",
      "<base href='https://e.org/" + std::string(7000, 'b') + "/'>" + repeated("<a href=x>a</a> ", 20'000),
      "<p>" + repeated("*_`[<&\\~#", 50'000),
      "<pre>" + std::string(500'000, '`') + "</pre>",
      "<h1>" + std::string(400, 'h') + "</h1>" + repeated("<p>x", 50'000),
  };
  for (const std::string& page : pages) {
    BOOST_TEST_CONTEXT(page.substr(0, 60)) {
      BOOST_TEST(markdown(page).size() < 10 * page.size() + 10'000'000);
      BOOST_TEST(clean(page).size() < 10 * page.size() + 10'000'000);
      BOOST_TEST(structure(page).size() < 40 * page.size() + 10'000'000);
    }
  }
}

BOOST_AUTO_TEST_CASE(cut_headings_stay_valid_utf8) {
  std::string heading;
  for (int i = 0; i < 100; ++i) heading += "\xf0\x9d\x92\xb3";  // four bytes each
  BOOST_TEST(is_valid_utf8(structure("<h1>x" + heading + "</h1><p>y")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
