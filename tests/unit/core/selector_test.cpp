#include "core/dom/selector.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

using namespace test;

// The ids of the selected elements, joined by spaces; matches() must agree for every node.
std::string selected(const Document& document, std::string_view text) {
  const Result<Selector> selector = Selector::parse(text);
  BOOST_REQUIRE_MESSAGE(selector.ok(), (selector.ok() ? "" : selector.error().message));
  const std::vector<NodeId> nodes = selector->select(document);
  std::vector<NodeId> matching;
  for (NodeId n = 0; n < document.size(); ++n)
    if (selector->matches(document, n)) matching.push_back(n);
  BOOST_TEST(nodes == matching);
  std::string ids;
  for (const NodeId n : nodes) ids += (ids.empty() ? "" : " ") + std::string(document.attribute(n, "id"));
  return ids;
}

BOOST_AUTO_TEST_SUITE(selector)

BOOST_AUTO_TEST_CASE(compounds_and_combinators) {
  const Document document = parsed(
      "<div id=a class='x y'><p id=b lang=en-GB title='one two'>t<b id=c>t</b></p><section id=d class=x>"
      "<p id=e class='md:x 1st' data-k='v&quot;w'>t</p><div id=f><p id=g lang=en>t</p></div></section></div>");
  BOOST_TEST(selected(document, "p") == "b e g");
  BOOST_TEST(selected(document, "P") == "b e g");
  BOOST_TEST(selected(document, "#c") == "c");
  BOOST_TEST(selected(document, ".x") == "a d");
  BOOST_TEST(selected(document, ".x.y") == "a");
  BOOST_TEST(selected(document, "div.x > p") == "b");
  BOOST_TEST(selected(document, "div>p") == "b g");
  BOOST_TEST(selected(document, "div p") == "b e g");
  BOOST_TEST(selected(document, "section div p") == "g");
  BOOST_TEST(selected(document, "div > section > div p") == "g");
  BOOST_TEST(selected(document, "div section > p , b") == "c e");
  BOOST_TEST(selected(document, "body > * > *") == "b d");
  BOOST_TEST(selected(document, "[lang]") == "b g");
  BOOST_TEST(selected(document, "[LANG=en]") == "g");
  BOOST_TEST(selected(document, "[lang|=en]") == "b g");
  BOOST_TEST(selected(document, "p[title~='two']") == "b");
  BOOST_TEST(selected(document, "[title^=one][title$=\"two\"]") == "b");
  BOOST_TEST(selected(document, "[title*='e t']") == "b");
  BOOST_TEST(selected(document, "[title*='']") == "");
  BOOST_TEST(selected(document, "[ data-k = 'v\"w' ]") == "e");
  BOOST_TEST(selected(document, ".md\\:x.\\31 st") == "e");
  BOOST_TEST(selected(document, "#A") == "");
  BOOST_TEST(selected(document, ".X") == "");
  BOOST_TEST(selected(document, "article") == "");
}

// A greedy matcher uses the nearest div, which is not a child of the section, and finds nothing.
BOOST_AUTO_TEST_CASE(backtracking_is_not_needed) {
  const Document document = parsed("<section><div id=a><div id=b><p id=p>t</p></div></div></section>");
  BOOST_TEST(selected(document, "section > div p") == "p");
  BOOST_TEST(selected(document, "section > div > div > p") == "p");
  BOOST_TEST(selected(document, "section > div > p") == "");
}

BOOST_AUTO_TEST_CASE(errors_show_where) {
  const auto message = [](std::string_view text) {
    const Result<Selector> selector = Selector::parse(text);
    BOOST_REQUIRE_MESSAGE(!selector.ok(), text);
    BOOST_TEST(selector.error().code == "selector");
    return selector.error().message;
  };
  BOOST_TEST(message("p:first-child") ==
             "selector 'p:first-child', position 2: pseudo-classes and pseudo-elements are not supported");
  BOOST_TEST(message("a + b").find("position 3: only descendant (space) and child (>)") != std::string::npos);
  for (const std::string_view broken :
       {"",   " ",   ",",    "p,",     ",p",     "> p",     "p >", "p > > b", "#",     ".",        "p.", "[",   "[]",
        "[a", "[a=", "[a=]", "[a='b]", "[a!=b]", "[a=b i]", "p)",  "svg|a",   "a ~ b", "::before", "\\", "p{}", "**"})
    BOOST_TEST(!message(broken).empty());
}

BOOST_AUTO_TEST_CASE(bounds) {
  BOOST_TEST(!Selector::parse(std::string(4097, 'p')).ok());
  BOOST_TEST(!Selector::parse(repeated("p ", 65)).ok());
  BOOST_TEST(!Selector::parse(repeated("p,", 256) + "p").ok());
  BOOST_TEST(Selector::parse(repeated("p ", 64)).ok());
}

// Takes exponential time in matchers that try every ancestor for every compound.
BOOST_AUTO_TEST_CASE(many_descendants_in_a_deep_page) {
  const Document document = parsed(repeated("<div>", 900) + "<p>x");
  const Result<Selector> selector = Selector::parse(repeated("div ", 60) + "> div > span");
  BOOST_REQUIRE(selector.ok());
  BOOST_TEST(selector->select(document).empty());
  BOOST_TEST(selected(document, repeated("div ", 60) + "p") == "");
  BOOST_TEST(Selector::parse(repeated("div ", 60) + "p")->select(document).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
