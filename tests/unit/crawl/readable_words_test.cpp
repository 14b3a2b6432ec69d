#include "crawler_adapter/page/readable_words.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

using namespace pith::crawl;

namespace {

// Of different words.
std::size_t count(const std::string& html) { return readable_words(html, "").size(); }

bool same(const std::string& html, const std::string& other) {
  return readable_words(html, "") == readable_words(other, "");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(words_without_a_parser)

BOOST_AUTO_TEST_CASE(what_a_reader_sees) {
  BOOST_TEST(count("") == 0u);
  BOOST_TEST(count("<p class='a b c'>one two<br>three, ONE two</p>") == 4u);
  BOOST_TEST(same("One TWO", "<b>one</b><i>two</i>"));
  BOOST_TEST(
      same("one<!-- a b --><title>a b</title><script>a b</script><STYLE>a b</style ><template>a</template>"
           "<noscript>Enable JavaScript</noscript>",
           "one"));
  BOOST_TEST(same("<title-bar>one</title-bar><script-x/>", "one"), "names that only begin like these");
  BOOST_TEST(same("<svg><title/><style /></svg><template shadowrootmode=open>one</template>", "one"));
  BOOST_TEST(same("a < b", "a"), "up to the end, as \">\" never comes");
  for (const char* none : {"<script>a b", "<!-- a b", "<", "<title", "</"}) BOOST_TEST(count(none) == 0u, none);
  for (const char* one :
       {"<!-->one", "<!--->one", "<!-- a --!>one", "<!-- -- > -->one", "<script>a</scripts></script>one"})
    BOOST_TEST(same(one, "one"), one);
}

BOOST_AUTO_TEST_CASE(tokens_and_addresses_are_no_words) {
  BOOST_TEST(same("Ray 7f3a90b4 2026 M8x40", "Ray 2026 M8x40"));
  BOOST_TEST(readable_words("please wait for /p/red-shoes", "http://h/p/red-shoes") ==
             readable_words("please wait for", ""));
}

BOOST_AUTO_TEST_CASE(other_scripts_and_encodings) {
  // Whatever is before it: a title and a mark, or nothing.
  const std::string text = "您正在访问的页面需要登录请先登录或者注册一个新账户然后继续浏览本网站的全部内容谢谢您的理解";
  const WordSet plain = readable_words(text, ""), titled = readable_words("《Title标题甲乙》，" + text, "");
  std::vector<std::uint32_t> both;
  std::ranges::set_intersection(plain, titled, std::back_inserter(both));
  BOOST_TEST(plain.size() >= 5u);
  BOOST_TEST(both.size() + 3 >= plain.size());
  BOOST_TEST(count("\xd0\xb0 \xd0\xb1") == 2u);
  std::string wide("\xff\xfe", 2);
  for (const char c : std::string("<title>a</title><p>one two")) wide += {c, '\0'};
  BOOST_TEST(count(wide) == 3u, "the mark of byte order is one, too");
}

BOOST_AUTO_TEST_CASE(words_are_bounded) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + " ";
  BOOST_TEST(same(text, text + "and more"));
  BOOST_TEST(count(text) > 65'000u);
}

BOOST_AUTO_TEST_SUITE_END()
