#include "indexer_adapter/hits/detail/snippet.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/pattern.h"
#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/words/detail/tokeniser.h"
#include "pages.h"

namespace pith::index {
namespace {

const Deadline never(0);

SnippetPattern word(std::wstring folded) { return {{{{std::move(folded)}, {}, {}}}}; }

std::string snippet(std::string_view content, const std::vector<SnippetPattern>& patterns, std::size_t length = 60) {
  return marked(make_snippet(to_wide(content), patterns, nullptr, never, length).pieces);
}

std::string plain(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.text;
  return text;
}

const std::string filler =
    "Alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi. ";

}  // namespace

BOOST_AUTO_TEST_SUITE(snippets)

BOOST_AUTO_TEST_CASE(short_content_is_shown_whole) {
  BOOST_TEST(snippet("The quick fox.", {word(L"fox")}) == "The quick [fox].");
  BOOST_TEST(snippet("", {word(L"fox")}) == "");
  BOOST_TEST(snippet("...", {word(L"fox")}) == "");
  BOOST_TEST(snippet("a\n\n  b\tc", {}) == "a b c");
}

BOOST_AUTO_TEST_CASE(without_a_match_the_beginning_is_shown) {
  BOOST_TEST(snippet(filler, {word(L"nothing")}, 30) == "Alpha beta gamma delta epsilon …");
}

BOOST_AUTO_TEST_CASE(the_passage_is_cut_between_words) {
  const std::string text = filler + "Here the needle lies. " + filler;
  const std::string shown = snippet(text, {word(L"needle")});
  BOOST_TEST(shown.find("[needle]") != std::string::npos);
  BOOST_TEST(shown.starts_with("… "));
  BOOST_TEST(shown.ends_with(" …"));
  const auto pieces = make_snippet(to_wide(text), {word(L"needle")}, nullptr, never, 60).pieces;
  std::string inner = plain(pieces);
  inner = inner.substr(std::string("… ").size(), inner.size() - std::string("…  …").size());
  const std::size_t at = text.find(inner);
  BOOST_REQUIRE(at != std::string::npos);
  BOOST_TEST((at == 0 || text[at - 1] == ' '));
  BOOST_TEST((text[at + inner.size()] == ' '));
  BOOST_TEST(inner.size() <= 64u);
}

BOOST_AUTO_TEST_CASE(the_passage_with_most_different_words_wins) {
  const std::string text = "red red red red. " + filler + "red and blue. " + filler;
  const std::string shown = snippet(text, {word(L"red"), word(L"blue")}, 40);
  BOOST_TEST(shown.find("[red] and [blue]") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(words_far_apart_give_two_passages) {
  const std::string text = "The red one. " + filler + filler + "The blue one. " + filler;
  const std::string shown = snippet(text, {word(L"blue"), word(L"red")}, 80);
  const std::size_t red = shown.find("[red]"), blue = shown.find("[blue]");
  BOOST_REQUIRE(red != std::string::npos);
  BOOST_REQUIRE(blue != std::string::npos);
  BOOST_TEST(red < blue);
  BOOST_TEST(shown.find(" … ", red) < blue);
}

BOOST_AUTO_TEST_CASE(phrases_are_highlighted_as_phrases_only) {
  const SnippetPattern phrase = {{{{L"virtual"}, {}, {}}, {{L"host"}, {}, {}}}};
  BOOST_TEST(snippet("A host, a virtual host, a virtual thing.", {phrase}) ==
             "A host, a [virtual host], a virtual thing.");
}

BOOST_AUTO_TEST_CASE(stems_and_patterns_match) {
  Stemmer german("de");
  const SnippetPattern houses = {{{{L"haus"}, L"haus", {}}}};
  BOOST_TEST(marked(make_snippet(L"Viele Häuser, ein Haus.", {houses}, &german, never).pieces) ==
             "Viele [Häuser], ein [Haus].");
  std::wstring pattern = L"conf";
  pattern += QueryNode::any_run;
  BOOST_TEST(snippet("Configure it in conf.d", {{{{{}, {}, pattern}}}}) == "[Configure] it in [conf].d");
}

BOOST_AUTO_TEST_CASE(han_is_highlighted_and_cut_anywhere) {
  const SnippetPattern beijing = {{{{L"北"}, {}, {}}, {{L"京"}, {}, {}}}};
  BOOST_TEST(snippet("我爱北京天安门", {beijing}) == "我爱[北京]天安门");
  std::string text;
  for (int i = 0; i < 100; ++i) text += "天安门";
  const auto pieces = make_snippet(to_wide(text + "北京" + text), {beijing}, nullptr, never, 40).pieces;
  BOOST_TEST(to_wide(plain(pieces)).size() <= 46u);
  BOOST_TEST(marked(pieces).find("[北京]") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(wildcards) {
  const auto pattern = [](std::wstring_view text) {
    std::wstring result(text);
    for (wchar_t& c : result) c = c == L'*' ? QueryNode::any_run : c == L'?' ? QueryNode::any_one : c;
    return result;
  };
  BOOST_TEST(fits_pattern(L"configure", pattern(L"conf*")));
  BOOST_TEST(fits_pattern(L"conf", pattern(L"conf*")));
  BOOST_TEST(fits_pattern(L"abcbd", pattern(L"a*b?")));
  BOOST_TEST(!fits_pattern(L"abcb", pattern(L"a*b?")));
  BOOST_TEST(!fits_pattern(L"ab", pattern(L"a?c")));
  BOOST_TEST(!fits_pattern(std::wstring(250, L'a'), pattern(L"a*a*a*a*b")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
