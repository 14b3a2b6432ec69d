#include "crawler_adapter/page/readable_words.h"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace pith::crawl;

BOOST_AUTO_TEST_SUITE(words_without_a_parser)

BOOST_AUTO_TEST_CASE(what_a_reader_sees) {
  BOOST_TEST(readable_words("") == 0u);
  BOOST_TEST(readable_words("<p class='a b c'>one two<br>three</p>") == 3u);
  BOOST_TEST(readable_words("<!-- a b --><title>a b</title><script>a b</script><STYLE>a b</style><template>a</template>"
                            "<noscript>Enable JavaScript</noscript>one") == 1u);
  BOOST_TEST(readable_words("a < b") == 1u, "up to the end, as \">\" never comes");
  BOOST_TEST(readable_words("<script>a b") == 0u);
  BOOST_TEST(readable_words("<!-- a b") == 0u);
  BOOST_TEST(readable_words("<") == 0u);
  BOOST_TEST(readable_words("表示する") == 2u);
}

BOOST_AUTO_TEST_CASE(a_page_that_has_lost_its_text) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "word ";
  const std::string wall = "<script>var token = 4711</script><noscript>Enable JavaScript and cookies</noscript>";
  BOOST_TEST(has_lost_its_text(text, wall));
  BOOST_TEST(has_lost_its_text(text, "<meta http-equiv=refresh content='0; url=/login?n=1'>"));
  BOOST_TEST(has_lost_its_text(text, "Please log in to read this page"));
  BOOST_TEST(!has_lost_its_text(text, text + wall));
  BOOST_TEST(!has_lost_its_text("Hello there", "Hello"), "it never had much");
  BOOST_TEST(!has_lost_its_text(text + text + text + text + text + text, text + text), "it has 60 words");
}

BOOST_AUTO_TEST_SUITE_END()
