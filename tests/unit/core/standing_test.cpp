// What a page reveals about its standing among pages with the same content.
#include "core/page/standing.h"

#include <string>
#include <string_view>

#include "page_fixtures.h"

using namespace pith;
using namespace pith::test;

namespace {

Standing of(std::string_view html, std::string_view title = "") { return standing_of(parsed(html), title); }

}  // namespace

BOOST_AUTO_TEST_SUITE(standing)

BOOST_AUTO_TEST_CASE(a_headline_is_a_heading_that_is_the_title) {
  BOOST_TEST((of("<h1>The Old Bridge</h1><p>text", "The old bridge") == Standing::headlined));
  BOOST_TEST((of("<h1>News</h1><h3> The\n old <em>bridge</em></h3>", "The old bridge") == Standing::headlined));
  BOOST_TEST((of("<h1>News</h1><p>The old bridge", "The old bridge") == Standing::plain));
  BOOST_TEST((of("<h1></h1><p>text", "") == Standing::plain));
}

BOOST_AUTO_TEST_CASE(nested_headings_are_not_read_again_and_again) {
  const std::string nested = repeated("<h1><div>", 400) + std::string(1 << 20, 'x');
  BOOST_TEST((of(nested, "x") == Standing::plain));
}

BOOST_AUTO_TEST_SUITE_END()
