#include "core/dom/parse.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/dom/detail/parser.h"
#include "tests/support/effort.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

// The tree in one line: elements in brackets, text quoted.
std::string shown(const Document& d, NodeId n = 0) {
  if (d[n].is_text()) return "'" + std::string(d.text(n)) + "'";
  std::string out(d.tag_name(n));
  out += "(";
  for (NodeId c = d.first_child(n); c != no_node; c = d.next_sibling(c))
    out += (out.back() == '(' ? "" : " ") + shown(d, c);
  return out + ")";
}

// "" if there is none. What parsers disagree about is said.
std::string error_of(std::string_view html, const Limits& limits = {}) {
  std::string out;
  for (const NamedParser& parser : parsers()) {
    const auto result = parse_html_by(parser, html, limits);
    const std::string error = result ? "" : result.error().code;
    if (&parser == &parsers().front()) out = error;
    if (error != out) out += ", with " + std::string(parser.name) + " " + error;
  }
  return out;
}

// All parsers make the same tree of it.
Document html(std::string_view text) {
  Document out = test::html(text);
  for (const NamedParser& parser : parsers()) {
    const auto other = parse_html_by(parser, text);
    BOOST_REQUIRE(other.ok());
    BOOST_TEST(shown(*other) == shown(out), parser.name);
  }
  return out;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Properties of every document.
void check_shape(const Document& d) {
  BOOST_REQUIRE(d.size() > 0);
  BOOST_REQUIRE_EQUAL(d[0].parent, no_node);
  BOOST_REQUIRE_EQUAL(d[0].subtree_size, d.size());
  for (NodeId n = 1; n < d.size(); ++n) {
    BOOST_REQUIRE(d.is_ancestor(d[n].parent, n));
    BOOST_REQUIRE_EQUAL(d[n].depth, d[d[n].parent].depth + 1);
    BOOST_REQUIRE(d.end_of(n) <= d.end_of(d[n].parent));
    BOOST_REQUIRE(d[d[n].parent].is_element());
    if (d[n].is_text()) BOOST_REQUIRE_EQUAL(d[n].subtree_size, 1u);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parse)

BOOST_AUTO_TEST_CASE(a_page_becomes_a_flat_tree) {
  const Document d = html("<title>T</title><p class=a ID=x>One <b>two</b>&amp;<p>three");
  check_shape(d);
  BOOST_TEST(shown(d) == "html(head(title('T')) body(p('One ' b('two') '&') p('three')))");
  const NodeId p = d.find(Tag::p);
  BOOST_TEST(d.attribute(p, "class") == "a");
  BOOST_TEST(d.attribute(p, "id") == "x");
  BOOST_TEST(d.attribute(p, "none") == "");
  BOOST_TEST(d.text_of(0) == "One two& three");
}

BOOST_AUTO_TEST_CASE(any_bytes_give_a_document) {
  for (const std::string& text :
       {std::string(), std::string("<"), std::string("\0\0<p\0>", 7), std::string("</p></div>"), std::string("<!--"),
        std::string("<script>x"), std::string("\xff\xfe<b>"), std::string("<table><p>a<tr><b>c"),
        std::string("<svg><x-y:z><p>q")}) {
    const auto d = parse_html(text);
    BOOST_REQUIRE(d.ok());
    check_shape(*d);
  }
}

BOOST_AUTO_TEST_CASE(references_beyond_unicode_are_one_unknown_character) {
  for (const char* const reference : {"&#x110000;", "&#x10ddddddddddddddddddddFFFF;", "&#xFFFFFFFF;", "&#x80000041;",
                                      "&#4294967361;", "&#99999999999999999999", "&#x00000000FFFFFFFF"}) {
    const Document page = html("<p title=\"" + std::string(reference) + "\">" + reference + "</p>");
    const NodeId p = page.find(Tag::p);
    BOOST_TEST(page.text(p + 1) == "\uFFFD", reference);
    BOOST_TEST(page.attribute(p, "title") == "\uFFFD", reference);
  }
  const Document page = html("<p>&#x000000000041;&#0000000000066;&#x1F600;&#;&#x;&#xg&#");
  BOOST_TEST(page.text(page.find(Tag::p) + 1) == "AB\U0001F600&#;&#x;&#xg&#");
}

BOOST_AUTO_TEST_CASE(white_space_only_text_leaves_a_flag) {
  const Document d = html("<p><b>a</b> <i>b</i><u>c</u>\n</p><pre> <b>x</b>\n</pre>");
  BOOST_TEST(shown(d) == "html(head() body(p(b('a') i('b') u('c')) pre(' ' b('x') '\n')))");
  BOOST_TEST((d[d.find(Tag::i)].flags & Node::space_before) != 0);
  BOOST_TEST((d[d.find(Tag::u)].flags & Node::space_before) == 0);
  const NodeId blank = d.find(Tag::pre) + 1;
  BOOST_TEST((d[blank].flags & Node::blank) != 0);
  BOOST_TEST((d[blank].flags & Node::preformatted) != 0);
  BOOST_TEST(!d[blank].is_content());
}

// Shops keep the variants of a product as JSON in an element that a script reads.
BOOST_AUTO_TEST_CASE(text_that_is_json_is_no_content) {
  const std::string
      object =
          R"({"id": 4021, "title": "Red jacket", "variants": [{"size": "M", "price": 8900}, {"size": "L", "price": 8900}]})",
      list = R"([{"id": 4021, "title": "Red jacket", "size": "M", "price": 8900, "currency": "EUR"},)"
             R"( {"id": 4022, "title": "Blue jacket"}])";
  const auto is_content = [](const std::string& html) {
    const Document d = test::html("<body>" + html);
    for (NodeId n = 0; n < d.size(); ++n)
      if (d[n].is_text() && !d[n].is_content()) return false;
    return true;
  };
  BOOST_TEST_REQUIRE(std::min(object.size(), list.size()) >= 100u);
  for (const std::string& json : {object, list}) {
    BOOST_TEST(!is_content("<div class=variants>" + json + "</div>"));
    BOOST_TEST(!is_content("<p>\n  " + json + "\n</p>"), "white space around it");
    BOOST_TEST(!is_content("<div hidden><i>" + json + "</i></div>"));
    // A manual shows it.
    for (const char* tag : {"pre", "listing", "code", "samp", "kbd", "tt"})
      BOOST_TEST(is_content("<div>" + ("<" + std::string(tag) + ">") + json + "</" + tag + "></div>"), tag);
    BOOST_TEST(is_content("<pre><span>" + json + "</span></pre>"));
    BOOST_TEST(is_content("<code><b>" + json + "</b></code>"));
    BOOST_TEST(!is_content("<code>x</code><p>" + json), "after code that has ended");
    // It only looks like JSON.
    BOOST_TEST(is_content("<p>" + json + " and so on"));
    BOOST_TEST(is_content("<p>See " + json));
    BOOST_TEST(is_content("<p>" + json.substr(0, json.size() - 1)), "cut");
    BOOST_TEST(is_content("<p>" + json.substr(0, 50) + "<b>" + json.substr(50) + "</b>"), "in two elements");
  }
  const std::string words = repeated("some words of a sentence ", 8);
  for (const std::string& text :
       {std::string(R"({"id": 4021, "size": "M"})"), "[" + words + "]", "{" + words + "}", "[" + words + R"("a": 1])",
        "[" + words + R"("a": 1, "b": 2})", "[1] " + words + R"(He said "yes": so be it, and "no": not so. [2)"})
    BOOST_TEST(is_content("<p>" + text), text);
}

BOOST_AUTO_TEST_CASE(non_content_and_hidden_subtrees_are_flagged) {
  const Document d = html(
      "<script>s</script><div hidden><p>h</div><div style='color:red; DISPLAY : none'>n</div>"
      "<div aria-hidden=true>a</div><noscript><p>no</p></noscript><svg><text>v</text></svg><p>seen and read");
  std::string seen;
  for (NodeId n = 0; n < d.size(); ++n)
    if (d[n].is_text() && d[n].is_content() && !(d[n].flags & Node::hidden)) seen += d.text(n);
  BOOST_TEST(seen == "seen and read");
}

BOOST_AUTO_TEST_CASE(a_declarative_shadow_root_is_content) {
  const auto is_content = [](std::string_view html) {
    const Document page = test::html(html);
    for (NodeId n = 0; n < page.size(); ++n)
      if (page[n].is_text() && page.text(n) == "Shown") return page[n].is_content();
    return false;
  };
  BOOST_TEST(is_content("<body><x-card><template shadowrootmode=open><p>Shown</p></template></x-card>"));
  BOOST_TEST(!is_content("<body><x-card><template><p>Shown</p></template></x-card>"));
  BOOST_TEST(
      !is_content("<body><template><x-card><template shadowrootmode=open><p>Shown</p></template></x-card></template>"));
}

BOOST_AUTO_TEST_CASE(a_page_that_is_all_hidden_is_shown_by_a_script) {
  const Document d = html("<div style=display:none><p>A text that React shows when it has loaded.</p></div><p>!</p>");
  for (NodeId n = 0; n < d.size(); ++n) BOOST_TEST((d[n].flags & Node::hidden) == 0);
}

BOOST_AUTO_TEST_CASE(an_unclosed_title_does_not_swallow_the_page) {
  const Document d = html("<head><title>Name\n<script>x</script><body><p>Text<title>again");
  BOOST_TEST(d.text_of(d.find(Tag::body)) == "Text");
  BOOST_TEST(error_of("<title>" + repeated("<div>", 2000)) == "too_deep");
}

BOOST_AUTO_TEST_CASE(unknown_elements_keep_their_names) {
  const Document d = html("<x-card><picture><Foo-Bar>t</Foo-Bar></picture></x-card>");
  BOOST_TEST(shown(d) == "html(head() body(x-card(picture(foo-bar('t')))))");
  BOOST_TEST((d[d.find(Tag::picture)].tag == Tag::picture));
}

BOOST_AUTO_TEST_CASE(limits_name_what_was_exceeded) {
  BOOST_TEST(error_of("<p>abc", {.max_bytes = 5}) == "too_large");
  BOOST_TEST(error_of(repeated("<div>", 1001)) == "too_deep");
  BOOST_TEST(error_of(repeated("<div>", 999)) == "");
  BOOST_TEST(error_of("<p" + repeated(" a", 257) + ">") == "too_many_attributes");
  BOOST_TEST(error_of(repeated("<p>x", 100), {.max_nodes = 50}) == "too_many_nodes");
}

// "<b x=#>" for each number in place of "#".
std::string numbered(std::string_view markup, int count) {
  const std::size_t at = markup.find('#');
  std::string out;
  for (int i = 0; i < count; ++i)
    out.append(markup.substr(0, at)).append(std::to_string(i)).append(markup.substr(at + 1));
  return out;
}

BOOST_AUTO_TEST_CASE(hostile_markup_is_refused_before_it_costs_time) {
  const double seconds = test::standard_seconds([] {
    BOOST_TEST(error_of(repeated("<div>", 300'000)) == "too_deep");
    BOOST_TEST(error_of(repeated("<x-y>", 300'000)) == "too_deep");
    BOOST_TEST(error_of(repeated("<table><td>", 100'000)) == "too_deep");
    BOOST_TEST(error_of("<p" + repeated(" a=1", 500'000) + ">") == "too_many_attributes");
    BOOST_TEST(error_of(numbered("<html a#>", 10'000)) == "too_many_attributes");  // merged into one element
    BOOST_TEST(error_of(repeated("<rt>", 50'000)) == "too_deep");
    BOOST_TEST(error_of(repeated("<optgroup>", 50'000)) == "too_deep");
    BOOST_TEST(error_of("<svg>" + repeated("<a>", 50'000)) == "too_deep");
    BOOST_TEST(error_of("<svg><style>" + repeated("<g>", 50'000)) == "too_deep");
    BOOST_TEST(error_of("<!-- --!>" + repeated("<div>", 50'000)) == "too_deep");
    // Formatting elements that stay open are opened again in every paragraph: 900 × 100,000 nodes.
    BOOST_TEST(error_of("<p>" + numbered("<b x=#>", 900) + repeated("<p>x", 100'000)) != "");
  });
  BOOST_TEST(seconds < 5.0);
}

// Each is one token, or a few, that lexbor or gumbo would need minutes to hours for.
BOOST_AUTO_TEST_CASE(what_repeats_inside_of_a_token_costs_no_more_than_its_bytes) {
  constexpr std::size_t times = 1'000'000;
  for (const NamedParser& parser : parsers()) {
    const auto error = [&](const std::string& page) {
      const auto parsed = parse_html_by(parser, page);
      return parsed ? std::string() : std::string(parsed.error().code);
    };
    const double seconds = test::standard_seconds([&] {
      for (const char* token : {"<", "<1", "&#0;", "&amp", "</", "<!--", "<!", "<?"})
        BOOST_TEST(error(repeated(token, times)) == "", parser.name << ": " << token);
      for (const char* tag : {"<p ", "</p "})
        for (const char* token : {"/", "\"", "<", "=", "a"})
          BOOST_TEST(error(tag + repeated(token, times)) == "", parser.name << ": " << tag << token);
      BOOST_TEST(error("<p a='" + repeated("&amp", times)) == "");
      BOOST_TEST(error("<!-- " + repeated("<!-- --!", times)) == "");
      BOOST_TEST(error("<select>" + repeated("<option>", times / 8)) == "");
      for (const char* tag : {"<p", "</p"}) {
        BOOST_TEST(error(tag + numbered(" a#", 300'000) + ">") == "too_many_attributes", parser.name << ": " << tag);
        BOOST_TEST(error(tag + repeated(" a", times) + ">") == "too_many_attributes", parser.name << ": " << tag);
      }
    });
    BOOST_TEST(seconds < 20.0, parser.name << ": " << seconds);
  }
}

// Says yes the n-th time that it is asked, and goes on counting.
struct StopAt final : Stop {
  explicit StopAt(std::size_t n) : n(n) {}
  bool now() override { return ++asked >= n; }
  std::size_t n, asked = 0;
};

BOOST_AUTO_TEST_CASE(a_parse_ends_where_it_is_told_to) {
  const std::string page = repeated("<div class=row><p>Some words <a href=/x title=y>and a link</a>.</p></div>", 300);
  StopAt never(~std::size_t{0});
  const auto whole = parse_html(page, {}, &never);
  BOOST_REQUIRE(whole.ok());
  BOOST_TEST(shown(*whole) == shown(html(page)));
  BOOST_TEST(never.asked > 10u);
  for (std::size_t n = 1; n <= never.asked; ++n) {
    StopAt stop(n);
    const auto cut = parse_html(page, {}, &stop);
    BOOST_REQUIRE(!cut.ok());
    BOOST_TEST(cut.error().code == "too_slow");
    BOOST_TEST(stop.asked == n);  // it stops at once
  }
}

BOOST_AUTO_TEST_CASE(copies_of_attributes_do_not_fill_memory) {
  // Each paragraph opens the <font> again, with its attribute: 5 GB.
  const std::string page = "<p><font a='" + std::string(1 << 20, 'x') + "'></p>" + repeated("<p>x", 5000);
  BOOST_TEST(error_of(page) == "too_much_memory");
  BOOST_TEST(error_of(page, {.max_memory = 16 << 20}) == "too_much_memory");
  BOOST_TEST(error_of(repeated("<p>x", 1000), {.max_memory = 16 << 20}) == "");
}

// For each character of text in formatting elements, gumbo searches all open elements, without requesting memory.
BOOST_AUTO_TEST_CASE(gumbos_text_ends_where_it_is_told_to) {
  const std::string text(4 << 20, 'x');
  for (const std::string& page : {repeated("<li><h1>", 2000) + "<b>" + text, repeated("<div>", 900) + "<a>" + text,
                                  repeated("<table><tbody><tr><td>", 400) + "<nobr>" + text}) {
    StopAt never(~std::size_t{0});
    parse_with_gumbo(page.substr(0, page.size() - text.size()), {}, &never);
    const std::size_t before = never.asked;
    StopAt stop(before + 8);  // in the middle of the text
    const auto cut = parse_with_gumbo(page, {}, &stop);
    BOOST_REQUIRE(!cut.ok());
    BOOST_TEST(cut.error().code == "too_slow");
    BOOST_TEST(stop.asked == before + 8);
  }
  // Without a time limit, nothing is rejected.
  BOOST_TEST(error_of("<b>" + repeated("<div>", 200) + text) == "");
}

BOOST_AUTO_TEST_CASE(what_nests_deeper_than_the_scan_sees_is_refused) {
  const Limits limits{.max_depth = 16};
  BOOST_TEST(error_of(repeated("<table><td>", 15), limits) == "");  // four levels each
  BOOST_TEST(error_of(repeated("<table><td><h1>", 15), limits) == "too_deep");
}

BOOST_AUTO_TEST_CASE(honest_pages_pass_the_scan) {
  // End tags that HTML implies, text that only looks like tags, many siblings.
  BOOST_TEST(error_of(repeated("<p>para<ul><li>a<li>b</ul>", 5000)) == "");
  BOOST_TEST(error_of("<table>" + repeated("<tr><td>a<td>b", 5000)) == "");
  BOOST_TEST(error_of("<script>" + repeated("'<div>' + ", 5000) + "</script><p>x") == "");
  BOOST_TEST(error_of(repeated("<ruby>x<rt>y</ruby><select><optgroup><option>z</select>", 5000)) == "");
  BOOST_TEST(error_of("<!--" + repeated("<div>", 5000) + "--><p>x") == "");
  BOOST_TEST(error_of(repeated("<div/>", 900) + repeated("<br><img src=x>", 5000)) == "");
  BOOST_TEST(error_of("<p title='" + repeated("<div>", 5000) + "'>x") == "");
}

// lexbor takes an <option> in SVG for one of HTML, and wrote a flag behind it: into what it knows of its memory.
BOOST_AUTO_TEST_CASE(an_option_in_svg_harms_nothing) {
  for (int time = 0; time < 3; ++time) {
    parse_html(repeated("<svg><title>x</title></svg>", 20'000));  // memory that was used is not zero
    for (const int times : {90, 360, 900}) {
      const auto page = parse_html(repeated("<svg><option selected>x", times));
      BOOST_TEST((page.ok() || page.error().code == "too_deep"));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_large_page_parses) {
  const std::string page =
      "<body>" + repeated("<div class=row><p>Some words of text, <a href=/x>a link</a>.</p></div>\n", 70'000);
  BOOST_TEST(page.size() > 4u << 20);
  const auto d = parse_html(page);
  BOOST_REQUIRE(d.ok());
  BOOST_TEST(d->size() > 400'000u);
}

// Names and values that a stylesheet puts into columns; words that an editor has split are not.
BOOST_AUTO_TEST_CASE(elements_that_a_stylesheet_sets_apart_have_space_between) {
  const auto text = [](const std::string& html) {
    std::string out;
    for (const NamedParser& parser : parsers()) {
      const auto page = parse_html_by(parser, html);
      out = page->text_of(page->find(Tag::body));
    }
    return out;
  };
  const auto row = [](const std::string& name, const std::string& value) {
    return "<li><span class=n>" + name + "</span><span class=p>" + value + "</span></li>";
  };
  BOOST_TEST(text("<ul>" + row("Cleaning", "89 \u20ac") + row("Inlay", "from 480 \u20ac")) ==
             "Cleaning 89 \u20ac Inlay from 480 \u20ac");
  BOOST_TEST(text("<ul>" + row("<b>Reinigung</b>", "\u20ac 89") + row("F\u00fcllung", "\u00e4b 40")) ==
             "Reinigung \u20ac 89 F\u00fcllung \u00e4b 40");
  BOOST_TEST(text("<ul>" + row("Win", "ter")) == "Winter", "once");
  BOOST_TEST(text("<ul>" + row("(", "see") + row("Yes", "!")) == "(see Yes!");
  const std::string same = "<p><span class=a>Win</span><span class=a>ter</span></p>";
  BOOST_TEST(text(same + same) == "Winter Winter");
  BOOST_TEST(text("<p><button>Plain</button><button><b>A4</b></button>Sea<i>food</i>") == "Plain A4 Seafood", "boxes");
  const std::string price = "<p>\n<b>Price</b><span>470.90</span></p>",
                    part = "<p><b>Q</b><b>1</b><b>caf</b><b>\u00e9</b></p>";
  BOOST_TEST(text(price + price + part + part) == "Price 470.90 Price 470.90 Q1caf\u00e9 Q1caf\u00e9");
  const std::string in_text = "<p>A <span class=a>Win</span><span class=b>ter</span></p>";
  BOOST_TEST(text(in_text + in_text) == "A Winter A Winter");
  const std::string formula = "<p><span class=a>H</span><sub class=b>2</sub></p>";
  BOOST_TEST(text(formula + formula) == "H2 H2");
  const std::string code = "<code><b class=k>f</b><b class=v>x</b></code> ";
  BOOST_TEST(text(code + code) == "fx fx");
  const std::string wide = "<p><span class=a>\u6e2f</span><span class=b>\u6e7e</span></p>";
  BOOST_TEST(text(wide + wide) == "\u6e2f\u6e7e \u6e2f\u6e7e");
}

BOOST_AUTO_TEST_SUITE_END()
