#include "core/extract/site/template_text.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/extract/extracted_page.h"
#include "core/extract/main_content/detail/view/page_view.h"
#include "core/extract/site/page_sketch.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

std::string page_text(int number, const std::string& more = {}) {
  return "<body><ul><li>Home page<li>All <b>our</b> products</ul><p>Text of number " + std::to_string(number) + "</p>" +
         more + "<p hidden>Menu that is folded</p><footer>1 Hill Street<br>Phone 555 0100</footer>";
}

TextStatistics statistics(const std::vector<Document>& pages) {
  std::vector<PageSketch> sketches;
  for (const Document& page : pages) sketches.push_back(sketch_of(PageView(page)));
  std::vector<std::span<const std::uint64_t>> texts;
  for (const PageSketch& sketch : sketches) texts.emplace_back(sketch.texts);
  return TextStatistics(texts);
}

std::vector<Document> site(const std::vector<std::string>& more) {
  std::vector<Document> pages;
  for (const std::string& text : more) pages.push_back(test::html(page_text(static_cast<int>(pages.size()), text)));
  return pages;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(template_text)

BOOST_AUTO_TEST_CASE(texts_on_most_pages_are_read_each_once) {
  const std::string offer = "<p>Offer of the week", half = "<p>On every second page";
  const auto pages = site({offer + half, offer, offer + half, "<p>Only here"});
  const TextStatistics all = statistics(pages);
  const std::string menu = "Home page\nAll our products\n", footer = "1 Hill Street Phone 555 0100";
  TemplateText text;
  text.add(PageView(pages[3]), all, NodeSet(pages[3]));
  BOOST_TEST(text.text() == menu + footer);
  text.add(PageView(pages[1]), all, NodeSet(pages[1]));
  BOOST_TEST(text.text() == menu + footer + "\nOffer of the week");
  text.add(PageView(pages[0]), all, NodeSet(pages[0]));
  BOOST_TEST(text.text() == menu + footer + "\nOffer of the week");
}

BOOST_AUTO_TEST_CASE(two_pages_have_no_template) {
  const auto pages = site({"", ""});
  TemplateText text;
  text.add(PageView(pages[0]), statistics(pages), NodeSet(pages[0]));
  BOOST_TEST(text.text() == "");
}

BOOST_AUTO_TEST_CASE(text_left_out_on_one_page_may_come_from_another) {
  const auto pages = site({"", "", ""});
  const TextStatistics all = statistics(pages);
  NodeSet left_out(pages[0]);
  left_out.add_subtree(pages[0], pages[0].find(Tag::b));
  TemplateText text;
  text.add(PageView(pages[0]), all, left_out);
  BOOST_TEST(text.text() == "Home page\n1 Hill Street Phone 555 0100");
  text.add(PageView(pages[1]), all, NodeSet(pages[1]));
  BOOST_TEST(text.text() == "Home page\n1 Hill Street Phone 555 0100\nAll our products");
}

BOOST_AUTO_TEST_CASE(no_more_than_its_bound) {
  std::string menu;  // twice as much as fits, in texts of about a kilobyte
  for (int i = 0; i < 500; ++i) menu += "<p>Entry " + std::to_string(i) + std::string(1024, 'x');
  const auto pages = site({menu, menu, menu});
  TemplateText text;
  for (const Document& page : pages) text.add(PageView(page), statistics(pages), NodeSet(page));
  BOOST_TEST(text.text().size() <= max_template_bytes);
  BOOST_TEST(text.text().size() > max_template_bytes - 2000);
  // Small texts still fit.
  BOOST_TEST(text.text().ends_with("\n1 Hill Street Phone 555 0100"));
}

BOOST_AUTO_TEST_SUITE_END()
