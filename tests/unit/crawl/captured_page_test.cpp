#include "crawler_adapter/page/captured_page.h"

#include <boost/test/unit_test.hpp>

using namespace pith::crawl;

BOOST_AUTO_TEST_SUITE(captured_page)

BOOST_AUTO_TEST_CASE(html_types) {
  for (const char* type : {"text/html", "Text/HTML; charset=x", " application/xhtml+xml ;", "", ";charset=utf-8"})
    BOOST_TEST(is_html_type(type), type);
  for (const char* type : {"text/plain", "text/htmlx", "image/png", "application/xml"})
    BOOST_TEST(!is_html_type(type), type);
}

BOOST_AUTO_TEST_CASE(what_looks_like_html) {
  for (const char* yes : {"<!DOCTYPE html>", "\xef\xbb\xbf\n <HTML lang=en>", "<!-- x --><!-- y -->\n<html>",
                          "<?xml version=\"1.0\"?><!DOCTYPE HTML PUBLIC>", "<body>"})
    BOOST_TEST(looks_like_html(yes), yes);
  for (const char* no : {"", "text", "<?xml version=\"1.0\"?><rss>", "<svg>", "<!-- never closed", "{}", "<p>"})
    BOOST_TEST(!looks_like_html(no), no);
}

BOOST_AUTO_TEST_SUITE_END()
