#include "core/extract/main_content/detail/rules/section_tools.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "tests/support/trees.h"

using namespace pith;

namespace {

// The text of the tools, joined.
std::string tools(std::string_view source) {
  const Document page = test::html(source);
  const NodeSet found = find_section_tools(page);
  std::string out;
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_text() && found.contains(n)) out += page.text(n);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tools_in_headings)

BOOST_AUTO_TEST_CASE(links_that_two_headings_have) {
  BOOST_TEST(
      tools("<h2>Huts <span>[<a href=/e1>edit</a>]</span></h2><h3>Paths <span>[<a href=/e2>edit</a>]</span></h3>") ==
      "[edit][edit]");
  BOOST_TEST(tools("<h2>Huts <a href=/e1>edit</a></h2>").empty(), "one heading");
  BOOST_TEST(tools("<h2><a href=/e1>Huts</a></h2><h2><a href=/e2>Huts</a></h2>").empty(), "nothing before them");
  BOOST_TEST(tools("<h2>Huts <b>and paths</b></h2><h2>Wells <b>and paths</b></h2>").empty(), "no links");
}

BOOST_AUTO_TEST_CASE(links_that_are_named_so) {
  BOOST_TEST(
      tools("<h2>Huts<span class=mw-editsection>[<a href=/v>Edit</a> | <a href=/e>Edit source</a>]</span></h2>") ==
      "[Edit | Edit source]");
  BOOST_TEST(tools("<p>Huts<span class=mw-editsection><a href=/v>Edit</a></span></p>").empty(), "no heading");
}

BOOST_AUTO_TEST_SUITE_END()
