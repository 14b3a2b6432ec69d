// Pages that hold no text for readers: feeds, and shells of applications.
#include <string>

#include "core/page/feed.h"
#include "core/page/script_shell.h"
#include "page_fixtures.h"

using namespace pith;
using namespace pith::test;

BOOST_AUTO_TEST_SUITE(unread_pages)

BOOST_AUTO_TEST_CASE(xml_is_what_begins_with_an_element_that_html_does_not_have) {
  const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  for (const std::string root : {"<rss version=\"2.0\">", "<feed xmlns=\"http://www.w3.org/2005/Atom\">", "<rdf:RDF>",
                                 "<RSS>", "<urlset>", "<sitemapindex>", "<opml>"})
    for (const std::string& before :
         {std::string(), declaration, declaration + "<?xml-stylesheet href=\"a.xsl\"?>\n<!-- made by a program -->",
          std::string("<!-- Added by HTTrack --><meta http-equiv=\"content-type\" content=\"text/html\" />")})
      BOOST_TEST(is_feed(parsed(before + root + "<channel><title>A</title><item>text</item></channel>")),
                 before + root);
  BOOST_TEST(is_feed(parsed(declaration + "<catalog><item><price>3</price></item></catalog>")));
  BOOST_TEST(
      is_feed(parsed("<rss><item><description><![CDATA[<p>a <b>b</b></p><p>c</p>]]></description></item></rss>")));
}

BOOST_AUTO_TEST_CASE(html_is_no_feed) {
  for (const char* const html :
       {"", "text", "<p>text", "<!DOCTYPE html><title>A</title><p>text", "<html><feed>text</feed>",
        "<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"a.dtd\">"
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>A</title></head><body>text</body></html>",
        "<my-app>text</my-app>", "<svg><title>A</title></svg>", "<p>An example: <rss>text</rss>",
        "<text id=\"http://a.example/\">\n<!DOCTYPE "
        "html><html><head><title>A</title></head><body><p>text</body></html>"})
    BOOST_TEST(!is_feed(parsed(html)), html);
}

BOOST_AUTO_TEST_CASE(shells_have_a_script_and_nothing_to_read) {
  for (const char* const html :
       {"<script src=a.js></script><div id=root></div>", "<script src=a.js></script><div id=root>Loading</div>",
        "<noscript>Please enable JavaScript.</noscript><div id=app></div><script>run()</script>"})
    BOOST_TEST(is_script_shell(parsed(html), 1), html);
  BOOST_TEST(is_script_shell(parsed("<script>run()</script>"), 0));
}

BOOST_AUTO_TEST_CASE(short_pages_are_no_shells) {
  for (const char* const html :
       {"<p>Thank you", "<script>count()</script><h1>Thank you</h1>", "<script>count()</script><p>Thank you",
        "<script>count()</script><p>Go to <a href=/>start</a>"})
    BOOST_TEST(!is_script_shell(parsed(html), 2), html);
  BOOST_TEST(!is_script_shell(parsed("<script>count()</script><p>Your message has been sent today"), 6));
  BOOST_TEST(!is_script_shell(parsed(""), 0));
}

BOOST_AUTO_TEST_SUITE_END()
