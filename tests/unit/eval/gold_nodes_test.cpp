#include "plugin/lab/gold_nodes.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/blocks.h"
#include "tests/support/trees.h"

using namespace pith;
using namespace pith::eval;

namespace {

std::vector<std::string> paths(const Document& document, const NodeSet& nodes) {
  std::vector<std::string> out;
  for (NodeId n = 0; n < document.size(); ++n)
    if (nodes.contains(n)) out.push_back(path_of(document, n));
  return out;
}

void check(const Document& page, std::string_view json, std::string_view gold, const std::vector<std::string>& expected,
           std::size_t unmapped) {
  const auto mapped = map_gold_nodes(page, json, gold);
  BOOST_REQUIRE(mapped.ok());
  BOOST_TEST(paths(page, mapped->nodes) == expected, boost::test_tools::per_element());
  BOOST_TEST(mapped->unmapped == unmapped);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gold_nodes)

BOOST_AUTO_TEST_CASE(roots_by_path_with_all_descendants_but_scripts) {
  const Document page = test::html("<body><div>menu</div><div><p>one <b>two</b><script>x</script></div>");
  check(page, R"({"nodes": ["/html/body/div[2]"]})", "one two",
        {"html/body/div[2]", "html/body/div[2]/p", "html/body/div[2]/p/text()", "html/body/div[2]/p/b",
         "html/body/div[2]/p/b/text()"},
        0);
}

BOOST_AUTO_TEST_CASE(paths_skip_a_tbody_that_the_source_does_not_have) {
  const Document page = test::html("<body><table><tr><td>menu<tr><td>main text</table>");
  check(page, R"({"nodes": ["/html/body/table/tr[2]/td"]})", "main text",
        {"html/body/table/tbody/tr[2]/td", "html/body/table/tbody/tr[2]/td/text()"}, 0);
  const Document written = test::html("<body><table><tbody><tr><td>main text</table>");
  check(written, R"({"nodes": ["/html/body/table/tbody/tr/td"]})", "main text",
        {"html/body/table/tbody/tr/td", "html/body/table/tbody/tr/td/text()"}, 0);
}

BOOST_AUTO_TEST_CASE(a_root_whose_text_disagrees_is_found_by_its_text) {
  const Document page = test::html("<body><div>menu with links</div><section><p>the main content of it all</section>");
  for (const char* path : {"/html/body/div", "/html/body/main", "no path"})
    check(page, std::string(R"({"nodes": [")") + path + R"("]})", "the main content of it all",
          {"html/body/section/p", "html/body/section/p/text()"}, 0);
  check(page, R"({"nodes": ["/html/body/div"]})", "nothing on this page agrees with that", {}, 1);
}

BOOST_AUTO_TEST_CASE(excluded_subtrees_are_no_content) {
  const Document page = test::html("<body><div><p>one two three</p><div>Share this with all your friends</div></div>");
  for (const char* key : {"exclude", "drop"})
    check(page, std::string(R"({"nodes": ["/html/body/div"], ")") + key + R"(": ["/html/body/div/div", "/html/no"]})",
          "one two three", {"html/body/div", "html/body/div/p", "html/body/div/p/text()"}, 0);
}

BOOST_AUTO_TEST_CASE(soft_hyphens_and_normal_forms_make_no_difference) {
  const Document page = test::html("<body><div>menu</div><p>Ge\u00adwür\u00adze</p>");
  check(page, R"({"nodes": ["/html/body/div"]})", "Gewu\u0308rze", {"html/body/p", "html/body/p/text()"}, 0);
  check(page, R"([{"xpath": "/html/body/p", "text_index": 1, "label": "fulltext", "text": "Gewürze"}])", "",
        {"html/body/p", "html/body/p/text()"}, 0);
}

BOOST_AUTO_TEST_CASE(labelled_texts_and_the_elements_that_hold_nothing_else) {
  const Document page = test::html("<body><h1>Head</h1><div><p>Full <i>text</i></p><p>Read more</p></div>");
  check(page,
        R"([{"xpath": "/html/body/h1", "text_index": 1, "label": "headline", "text": "Head"},
            {"xpath": "/html/body/div/p[1]", "text_index": 1, "label": "fulltext", "text": "Full "},
            {"xpath": "/html/body/div/p[1]/i", "text_index": 1, "label": "supplemental", "text": "text"},
            {"xpath": "/html/body/div/p[2]", "text_index": 1, "label": "related", "text": "Read more"}])",
        "",
        {"html/body/h1", "html/body/h1/text()", "html/body/div/p[1]", "html/body/div/p[1]/text()",
         "html/body/div/p[1]/i", "html/body/div/p[1]/i/text()"},
        0);
}

BOOST_AUTO_TEST_CASE(what_has_no_text_belongs_to_the_content_around_it) {
  const Document page = test::html("<body><p>one<br><img src=a>two</p><p>menu<br>");
  check(page,
        R"([{"xpath": "/html/body/p[1]", "text_index": 1, "label": "fulltext", "text": "one"},
            {"xpath": "/html/body/p[1]", "text_index": 2, "label": "fulltext", "text": "two"},
            {"xpath": "/html/body/p[2]", "text_index": 1, "label": "not_content", "text": "menu"}])",
        "",
        {"html/body/p[1]", "html/body/p[1]/text()", "html/body/p[1]/br", "html/body/p[1]/img", "html/body/p[1]/text()"},
        0);
}

BOOST_AUTO_TEST_CASE(roots_inside_of_roots_and_repeated_ones_count_once) {
  const Document page = test::html("<body><div>menu words</div><div><p>one two three four</div>");
  check(page, R"({"nodes": ["/html/body/div[2]/p", "/html/body/div[2]", "/html/body/div[2]"]})", "one two three four",
        {"html/body/div[2]", "html/body/div[2]/p", "html/body/div[2]/p/text()"}, 0);
}

BOOST_AUTO_TEST_CASE(a_text_that_stands_everywhere_is_mapped_in_linear_time) {
  std::string source = "<body>", labels;
  for (int i = 0; i < 40'000; ++i) {
    source += "<p>Reply</p>";
    labels += std::string(i > 0 ? "," : "") +
              R"({"xpath": "/html/x", "text_index": 1, "label": "fulltext", "text": "Reply"})";
  }
  const Document page = test::html(source);
  const auto mapped = map_gold_nodes(page, "[" + labels + "]", "");
  BOOST_TEST(mapped->unmapped == 0u);
}

BOOST_AUTO_TEST_CASE(labelled_texts_are_found_by_text_where_the_path_is_wrong) {
  const Document page = test::html("<body><p>menu</p><p>It\u2019s here</p><p>menu</p>");
  check(page,
        R"([{"xpath": "/html/body/div", "text_index": 1, "label": "not_content", "text": "menu"},
            {"xpath": "/html/body/div", "text_index": 1, "label": "fulltext", "text": "It?s here"},
            {"xpath": "/html/body/div", "text_index": 1, "label": "fulltext", "text": "menu"},
            {"xpath": "/html/body/div", "text_index": 1, "label": "fulltext", "text": "gone"}])",
        "", {"html/body/p[2]", "html/body/p[2]/text()", "html/body/p[3]", "html/body/p[3]/text()"}, 1);
}

BOOST_AUTO_TEST_CASE(anything_else_is_an_error) {
  const Document page = test::html("<p>x");
  for (const char* json : {"", "{", "{}", "3", R"({"nodes": 3})"}) BOOST_TEST(!map_gold_nodes(page, json, "").ok());
  // Invalid labels are ignored.
  check(page, R"([3, {"xpath": null, "label": "fulltext", "text": 7}])", "", {}, 0);
}

BOOST_AUTO_TEST_CASE(scores_count_elements_and_texts) {
  const Document page = test::html("<body><p>a</p><p>b</p>");
  NodeSet found(page), gold(page);
  const NodeId first = page.find(Tag::p);
  found.add_subtree(page, first);
  gold.add_range(first, page.size());
  const Score score = node_score(page, found, gold);
  BOOST_TEST(score.precision == 1.0);
  BOOST_TEST(score.recall == 0.5);
}

BOOST_AUTO_TEST_SUITE_END()
