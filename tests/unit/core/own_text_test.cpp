#include "core/extract/detail/own_text.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/trees.h"

using namespace pith;

namespace {

// The own texts of a page, one per line, if these of its runs are repeated.
std::string own(std::string_view html, const std::vector<std::string>& repeated = {}) {
  const Document page = test::html(html);
  const std::vector<TextRun> runs = text_runs(page);
  std::vector<bool> flags;
  for (const TextRun& run : runs) flags.push_back(std::ranges::find(repeated, page.text(run.begin)) != repeated.end());
  const NodeSet set = own_text(page, runs, flags);
  std::string out;
  for (NodeId n = 0; n < page.size(); ++n)
    if (set.contains(n)) out += std::string(page.text(n)) + "\n";
  return out;
}

constexpr std::string_view page =
    "<body><header>Kitchen</header><nav>Start</nav><p>Bread</p><aside>Weather</aside><p "
    "hidden>Unseen</p><footer>Imprint";

}  // namespace

BOOST_AUTO_TEST_SUITE(own_text_suite)

BOOST_AUTO_TEST_CASE(what_siblings_repeat_is_the_templates) {
  BOOST_TEST(own(page, {"Kitchen", "Start", "Imprint"}) == "Bread\nWeather\n");
}

BOOST_AUTO_TEST_CASE(if_siblings_repeat_nothing_the_elements_say_it) {
  BOOST_TEST(own(page) == "Bread\n");
  for (const char* element : {"nav", "aside", "form", "header", "footer", "div role=navigation", "div role=search",
                              "div role=complementary", "div role=banner", "ul role=contentinfo"})
    BOOST_TEST(own("<body><p>Bread</p><" + std::string(element) + "><i>x</i>") == "Bread\n", element);
  for (const char* element : {"section", "div role=main", "article", "div role=note"})
    BOOST_TEST(own("<body><p>Bread</p><" + std::string(element) + "><i>x</i>") == "Bread\nx\n", element);
}

BOOST_AUTO_TEST_CASE(headers_and_footers_of_articles_are_the_pages) {
  BOOST_TEST(own("<main><header>Rye</header><nav>Start</nav></main><article><div><footer>Filed") == "Rye\nFiled\n");
  BOOST_TEST(own("<footer><article>Imprint</article></footer><p>Bread") == "Bread\n");
}

BOOST_AUTO_TEST_CASE(any_page_is_accepted) {
  BOOST_TEST(own("") == "");
  BOOST_TEST(own("<nav>") == "");
}

BOOST_AUTO_TEST_SUITE_END()
