#include "plugin/measure/page_facts.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/page/marks.h"
#include "indexer_adapter/query/query_syntax.h"
#include "tests/support/trees.h"

using namespace pith;
using namespace pith::measure;
using pith::test::html;

namespace {

PageFacts facts_of(const std::string& source, std::uint64_t choice = 0) {
  const Document page = html(source);
  return read_facts(page, *parse_url("http://example.org/docs/a.html"), read_marks(page, "", {}).excluded, choice);
}

using Strings = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(page_facts)

BOOST_AUTO_TEST_CASE(words_that_may_be_typed) {
  BOOST_TEST(plain_query("4.1. Don't use urllib.request¶ (C++)!") == "4.1 Don't use urllib.request C");
  BOOST_TEST(plain_query("a OR b AND NOT c – title:x* \"y\" ~z [1 TO 2]") == "a or b and not c title x y z 1 to 2");
  BOOST_TEST(plain_query(" — … ").empty());
  BOOST_TEST(plain_query("Größe von Häusern") == "Größe von Häusern");
}

// Whatever a title contains, its query consists of words only.
BOOST_AUTO_TEST_CASE(no_operator_is_left) {
  std::string any;
  for (int c = 1; c < 128; ++c) any += static_cast<char>(c), any += "ab OR -ab ";
  const auto tree = index::parse_query(plain_query(any).substr(0, 300));
  BOOST_REQUIRE(tree.ok());
  BOOST_CHECK(tree->kind == index::QueryNode::Kind::all_of);
  for (const index::QueryNode& node : tree->children)
    BOOST_CHECK(node.kind == index::QueryNode::Kind::word && node.field == nullptr);
}

BOOST_AUTO_TEST_CASE(headings_wherever_they_stand) {
  const PageFacts facts = facts_of(
      "<h1>Title</h1><nav><h2>See also</h2></nav><h3>How <b>it</b> works<a href='#w'>¶</a></h3><h5>Small print</h5>"
      "<h2>See also</h2><h2> </h2>");
  BOOST_TEST((facts.headings == Strings{"How it works", "See also"}));
}

BOOST_AUTO_TEST_CASE(a_sentence_of_the_longest_paragraph) {
  const std::string page =
      "<p>Only some words stand here.</p><p>Rabbits usually prefer quiet gardens at night. Foxes don't mind: walls, "
      "fences, "
      "urllib.request and 2024 hedges alike. No.</p>";
  BOOST_TEST((facts_of(page, 0).sentence == Strings{"rabbits", "usually", "prefer", "quiet", "gardens", "night"}));
  BOOST_TEST((facts_of(page, 1).sentence == Strings{"foxes", "mind", "walls", "fences", "hedges", "alike"}));
  BOOST_TEST((facts_of(page, 3).sentence == facts_of(page, 1).sentence));
}

BOOST_AUTO_TEST_CASE(links_with_few_words) {
  const PageFacts facts = facts_of(
      "<a href='../news'>News<b>room</b></a><a href='../news#top'>Newsroom</a><a href='b.html'>one two three four five "
      "six</a>"
      "<a href='mailto:a@b.c'>Mail us</a><a href='c.html'>»</a>");
  BOOST_REQUIRE(facts.links.size() == 1);
  BOOST_TEST(facts.links[0].text == "Newsroom");
  BOOST_TEST(facts.links[0].target == "http://example.org/news");
}

// Neither index has it, so a query for it would count as lost by both.
BOOST_AUTO_TEST_CASE(nothing_of_hidden_or_marked_text) {
  const std::string secret =
      "<h2>Secret heading here</h2><a href='s'>Secret link</a><p>Secret squirrels gather wonderful walnuts every "
      "autumn morning before anybody else wakes upstairs.</p>";
  for (const std::string& open :
       {std::string("<div hidden>"), std::string("<div style='display:none'>"), std::string("<div aria-hidden=true>"),
        std::string("<div data-pagefind-ignore>"), std::string("<template>")}) {
    const std::string close = open == "<template>" ? "</template>" : "</div>";
    const PageFacts facts = facts_of(
        "<h2>Open heading here</h2><p>Visible otters swim through shallow rivers.</p><a href='o'>Open link</a>" + open +
        secret + close);
    BOOST_TEST_CONTEXT(open) {
      BOOST_TEST((facts.headings == Strings{"Open heading here"}));
      BOOST_TEST((facts.sentence == Strings{"visible", "otters", "swim", "through", "shallow", "rivers"}));
      BOOST_REQUIRE(facts.links.size() == 1);
      BOOST_TEST(facts.links[0].text == "Open link");
      BOOST_TEST(std::binary_search(facts.words.begin(), facts.words.end(), hash_word("otters")));
      BOOST_TEST(!std::binary_search(facts.words.begin(), facts.words.end(), hash_word("squirrels")));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
