#include "indexer_adapter/query/query_syntax.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

// The tree in one line: (AND a (OR b "c d")), -x, title:y, [low,high}.
std::string shown(const QueryNode& node) {
  using Kind = QueryNode::Kind;
  std::string text = to_utf8(node.text);
  for (char& c : text) c = c == 1 ? '*' : c == 2 ? '?' : c;
  const std::string field = node.field == nullptr ? "" : std::string(node.field->name) + ":";
  std::string result;
  switch (node.kind) {
    case Kind::everything:
      result = "EVERYTHING";
      break;
    case Kind::word:
      result = field + text;
      break;
    case Kind::pattern:
      result = field + "<" + text + ">";
      break;
    case Kind::fuzzy:
      result = field + text + "~";
      break;
    case Kind::phrase:
      result = field + "\"" + text + "\"" + (node.slop == 0 ? "" : "~" + std::to_string(node.slop));
      break;
    case Kind::range:
      result = field + (node.low_included ? "[" : "{") + to_utf8(node.low) + "," + to_utf8(node.high) +
               (node.high_included ? "]" : "}");
      break;
    case Kind::none_of:
      result = "-" + shown(node.children.front());
      break;
    case Kind::all_of:
    case Kind::any_of:
    case Kind::most_of:
      result = node.kind == Kind::all_of ? "(AND" : "(OR";
      for (const QueryNode& child : node.children) result += " " + shown(child);
      result += ")";
  }
  if (node.required) result = "+" + result;
  return node.boost == 1 ? result : result + "^" + std::to_string(node.boost).substr(0, 3);
}

std::string parsed(std::string_view text) {
  const auto tree = parse_query(text);
  return tree ? shown(*tree) : "error " + tree.error().code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_syntax)

BOOST_AUTO_TEST_CASE(words_and_operators) {
  BOOST_TEST(parsed("a") == "a");
  BOOST_TEST(parsed("a b") == "(AND a b)");
  BOOST_TEST(parsed("a AND b") == "(AND +a +b)");
  BOOST_TEST(parsed("a && +b") == "(AND +a +b)");
  BOOST_TEST(parsed("a OR b") == "(OR a b)");
  BOOST_TEST(parsed("a b OR c d") == "(OR (AND a b) (AND c d))");
  BOOST_TEST(parsed("a (b || c)") == "(AND a (OR b c))");
  BOOST_TEST(parsed("a -bb NOT c !d") == "(AND a -bb -c -d)");
  BOOST_TEST(parsed("set -x") == "(AND set -x)");
  BOOST_TEST(parsed("-(a b)") == "-(AND a b)");
  BOOST_TEST(parsed("NOT NOT a") == "a");
  BOOST_TEST(parsed("a and or not b") == "(AND a and or not b)");
  BOOST_TEST(parsed("ANDROID ORACLE NOTES") == "(AND ANDROID ORACLE NOTES)");
  BOOST_TEST(parsed("well-known a - b R & D") == "(AND well-known a b R D)");
  BOOST_TEST(parsed("main() foo") == "(AND main foo)");
}

BOOST_AUTO_TEST_CASE(parentheses_keep_what_the_user_insists_on) {
  BOOST_TEST(parsed("(+a) b") == "(AND +a b)");
  BOOST_TEST(parsed("((+a)) AND b") == "(AND +a +b)");
  BOOST_TEST(parsed("+(a) b") == "(AND +a b)");
  BOOST_TEST(parsed("title:(+a) b") == "(AND +title:a b)");
  BOOST_TEST(parsed("(+a)^2 b") == "(AND +a^2.0 b)");
  BOOST_TEST(parsed("(+a OR b) c") == "(AND (OR +a b) c)");
}

BOOST_AUTO_TEST_CASE(phrases) {
  BOOST_TEST(parsed("\"a b\"") == "\"a b\"");
  BOOST_TEST(parsed("\"a b\"~3 c") == "(AND \"a b\"~3 c)");
  BOOST_TEST(parsed("\"a \\\" b\"^2") == "\"a \" b\"^2.0");
  BOOST_TEST(parsed("a \"\"") == "a");
  BOOST_TEST(parsed("foo\"bar\"") == "(AND foo \"bar\")");
}

BOOST_AUTO_TEST_CASE(fields) {
  BOOST_TEST(parsed("title:a b") == "(AND title:a b)");
  BOOST_TEST(parsed("Title:(a OR \"b c\")") == "(OR title:a title:\"b c\")");
  BOOST_TEST(parsed("title:(a headings:b)") == "(AND title:a headings:b)");
  BOOST_TEST(parsed("url:https://example.org/?a=1") == "url:https://example.org/?a=1");
  BOOST_TEST(parsed("url:https://example.org/*") == "url:<https://example.org/*>");
  BOOST_TEST(parsed("-site:example.org a") == "(AND -site:example.org a)");
  BOOST_TEST(parsed("https://example.org/x std::vector note:b 12:30 c:\\\\d") ==
             "(AND https://example.org/x std::vector note:b 12:30 c:\\d)");
  BOOST_TEST(parsed("published:[2024 TO 2024-06}") == "published:[2024,2024-06}");
  BOOST_TEST(parsed("confidence:{0.5 TO *] a") == "(AND confidence:{0.5,] a)");
  BOOST_TEST(parsed("a [b TO c]") == "(AND a [b TO c])");
}

BOOST_AUTO_TEST_CASE(wildcards_boosts_and_escapes) {
  BOOST_TEST(parsed("conf* w*ld h?t") == "(AND <conf*> <w*ld> <h?t>)");
  BOOST_TEST(parsed("what is this?") == "(AND what is this?)");
  BOOST_TEST(parsed("really??? \\*") == "really???");
  BOOST_TEST(parsed("*") == "EVERYTHING");
  BOOST_TEST(parsed("a\\*b") == "a*b");
  BOOST_TEST(parsed("a^2 b^0.5 c^x") == "(AND a^2.0 b^0.5 c^x)");
  BOOST_TEST(parsed("(a b)^3") == "(AND a b)^3.0");
  BOOST_TEST(parsed("fox~ dog~2 cat~0.7^2 a~b") == "(AND fox~ dog~ cat~^2.0 a~b)");
}

BOOST_AUTO_TEST_CASE(what_breaks_the_syntax_is_read_as_words) {
  const auto read = [](std::string_view text) { return read_query(text).text; };
  BOOST_TEST(read("foo \"bar baz\"") == "foo \"bar baz\"");
  BOOST_TEST(read("title:foo \"bar (baz") == "title:foo bar baz");
  BOOST_TEST(read("foo AND") == "foo \\AND");
  BOOST_TEST(read("published:[2024") == "published: 2024");
  BOOST_TEST(read("bridge before:yesterday") == "bridge before yesterday");
  BOOST_TEST(read("bridge *x") == "bridge x");
  BOOST_TEST(read("before:2012-1") == "before:2012-1");  // an error: meant as a date
  BOOST_TEST(read("titel:foo") == "titel:foo");          // another error
  BOOST_TEST(read("\"") == "\"");
}

BOOST_AUTO_TEST_CASE(a_field_with_nothing_to_search_for_in_it_is_a_word) {
  BOOST_TEST(parsed("how to set host:") == "(AND how to set host:)");
  BOOST_TEST(parsed("bridge title: (a)") == "(AND bridge title: a)");
  BOOST_TEST(parsed("site:") == "site:");
  BOOST_TEST(parsed("(lang:) \"a b\"") == "(AND lang: \"a b\")");
  BOOST_TEST((read_query("bridge title:").notes ==
              std::vector<std::string>{"\"title:\" was searched as a word; to search in that field, write title:word, "
                                       "without a space"}));
}

BOOST_AUTO_TEST_CASE(errors_name_the_position_and_what_to_do) {
  const auto message = [](std::string_view text) { return parse_query(text).error().message; };
  BOOST_TEST(message("foo \"bar") == "query, character 5: this quote is not closed");
  BOOST_TEST(message("füü \"bar") == "query, character 5: this quote is not closed");
  BOOST_TEST(message("a *foo").find("character 3") != std::string::npos);
  BOOST_TEST(message("titel:foo").find("did you mean title:?") != std::string::npos);
  BOOST_TEST(message("a AND").find("AND needs something after it") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
