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

BOOST_AUTO_TEST_CASE(xml_is_what_begins_with_an_element_that_html_does_not_have) {
  const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  for (const std::string root : {"<rss version=\"2.0\">", "<feed xmlns=\"http://www.w3.org/2005/Atom\">", "<rdf:RDF>",
                                 "<RSS>", "<urlset>", "<sitemapindex>", "<opml>"})
    for (const std::string& before :
         {std::string(), declaration, declaration + "<?xml-stylesheet href=\"a.xsl\"?>\n<!-- made by a program -->",
          std::string("<!-- Added by HTTrack --><meta http-equiv=\"content-type\" content=\"text/html\" />")})
      BOOST_TEST((of(before + root + "<channel><title>A</title><item>text</item></channel>") == Standing::feed),
                 before + root);
}

BOOST_AUTO_TEST_CASE(html_is_no_feed) {
  for (const char* const html :
       {"", "text", "<p>text", "<!DOCTYPE html><title>A</title><p>text", "<html><feed>text</feed>",
        "<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"a.dtd\">"
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>A</title></head><body>text</body></html>",
        "<my-app>text</my-app>", "<svg><title>A</title></svg>", "<p>An example: <rss>text</rss>"})
    BOOST_TEST((of(html) == Standing::plain), html);
}

BOOST_AUTO_TEST_CASE(a_headline_is_a_heading_that_is_the_title) {
  BOOST_TEST((of("<h1>The Old Bridge</h1><p>text", "The old bridge") == Standing::headlined));
  BOOST_TEST((of("<h1>News</h1><h3> The\n old <em>bridge</em></h3>", "The old bridge") == Standing::headlined));
  BOOST_TEST((of("<h1>News</h1><p>The old bridge", "The old bridge") == Standing::plain));
  BOOST_TEST((of("<h1></h1><p>text", "") == Standing::plain));
  BOOST_TEST((of("<rss><h1>The old bridge</h1>", "The old bridge") == Standing::feed));
}

BOOST_AUTO_TEST_CASE(nested_headings_are_not_read_again_and_again) {
  const std::string nested = repeated("<h1><div>", 400) + std::string(1 << 20, 'x');
  BOOST_TEST((of(nested, "x") == Standing::plain));
}

BOOST_AUTO_TEST_SUITE_END()
