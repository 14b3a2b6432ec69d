#include "core/page/headline.h"

#include <string>
#include <string_view>

#include "page_fixtures.h"

using namespace pith;
using namespace pith::test;

namespace {

bool has(std::string_view html, std::string_view title = "") { return has_headline(parsed(html), title); }

}  // namespace

BOOST_AUTO_TEST_SUITE(headline)

BOOST_AUTO_TEST_CASE(a_headline_is_a_heading_that_is_the_title) {
  BOOST_TEST(has("<h1>The Old Bridge</h1><p>text", "The old bridge"));
  BOOST_TEST(has("<h1>News</h1><h3> The\n old <em>bridge</em></h3>", "The old bridge"));
  BOOST_TEST(!has("<h1>News</h1><p>The old bridge", "The old bridge"));
  BOOST_TEST(!has("<h1></h1><p>text", ""));
}

BOOST_AUTO_TEST_CASE(nested_headings_are_not_read_again_and_again) {
  const std::string nested = repeated("<h1><div>", 400) + std::string(1 << 20, 'x');
  BOOST_TEST(!has(nested, "x"));
}

BOOST_AUTO_TEST_SUITE_END()
