#include "core/extract/main_content/detail/view/fact_rows.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tests/support/trees.h"

using namespace pith;

namespace {

// The rows' texts, and "|" after each list of rows.
std::string rows_of(const std::string& body) {
  const Document document = test::html("<body>" + body);
  const PageView page(document);
  std::string out;
  for (const auto& rows : find_fact_rows(page)) {
    for (const NodeId row : rows) out += document.text_of(row) + " ";
    out += "|";
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fact_rows)

BOOST_AUTO_TEST_CASE(three_neighbours_with_the_same_tags_and_classes) {
  BOOST_TEST(rows_of("<div class=r>a 1</div> <div class=r>b 2</div><div class=r><i>c</i> 3</div>") == "a 1 b 2 c 3 |");
  BOOST_TEST(rows_of("<p>a<p>b").empty());
  BOOST_TEST(rows_of("<p>a<p class=x>b<p>c<p>d").empty());
  BOOST_TEST(rows_of("<p>a<p>b<h2>h</h2><p>c").empty(), "not beside each other");
  BOOST_TEST(rows_of("<dl><dt>a<dd>1<dt>b<dd>2<dt>c<dd>3</dl>").empty(), "a table of its own");
}

BOOST_AUTO_TEST_CASE(short_and_without_links) {
  const std::string prose = "<p>This is a sentence with a lot more letters than any name with its value may have.";
  BOOST_TEST(rows_of("<p>a<p>b" + prose + "<p>c").empty());
  BOOST_TEST(rows_of("<p>a<p>b" + prose + "<p>c<p>d<p>e") == "c d e |");
  BOOST_TEST(rows_of("<p>a<p>b<p><a href=/>l</a><p>c") == "a b c |");
  BOOST_TEST(rows_of("<p>a<p>b<p></p><p>c").empty(), "an empty one");
}

BOOST_AUTO_TEST_SUITE_END()
