#include "core/extract/main_content/detail/rules/copied_text.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tests/support/effort.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

// The texts that stay, of all.
std::string rest(const std::string& body, bool is_thread = false) {
  const Document document = test::html("<body>" + body);
  const PageView page(document);
  std::vector<char> runs(page.runs.size(), 1);
  drop_copies(page, is_thread, runs);
  std::string out;
  for (RunId r = 0; r < page.runs.size(); ++r)
    if (runs[r]) out += document.text_of(page.runs[r].block) + "|";
  return out;
}

const std::string text = "The ferry runs all year, except in ice, and at night it runs every two hours.";
const std::string box = "<ul><li>Six rolls with salmon<li>Four with tuna<li>Two with eel or crab<li>Soy sauce</ul>";
const std::string of_box = "Six rolls with salmon|Four with tuna|Two with eel or crab|Soy sauce|";

}  // namespace

BOOST_AUTO_TEST_SUITE(copied_texts)

BOOST_AUTO_TEST_CASE(a_long_text_is_kept_once) {
  BOOST_TEST(rest("<p>" + text + "</p><div><p>" + text + "</p></div>") == text + "|");
  BOOST_TEST(rest("<p hidden>" + text + "</p><div><p>" + text + "</p></div><p>More") == text + "|More|");
  const std::string other = "Of the tram one knows little more than that it runs, and that it is blue.";
  BOOST_TEST(
      rest("<p>" + text + "</p><p>" + other + "</p><p>" + text + "</p>") == text + "|" + other + "|" + text + "|",
      "a manual");
  BOOST_TEST(rest("<pre>" + text + "</pre><div><pre>" + text + "</pre></div>") == text + "|" + text + "|", "code");
  const std::string quoted = "<p>" + text + "</p><blockquote><p>" + text + "</p></blockquote>";
  BOOST_TEST(rest(quoted, true) == text + "|" + text + "|");
}

BOOST_AUTO_TEST_CASE(a_list_of_short_texts_is_kept_once) {
  const std::string tabs = "<h1>Plate</h1><div class=tab>" + box + "</div><div class=below>" + box + "</div>";
  BOOST_TEST(rest(tabs) == "Plate|" + of_box);
  BOOST_TEST(rest(tabs + "<p>Order</p>") == "Plate|" + of_box + "Order|");
  BOOST_TEST(rest(tabs, true) == "Plate|" + of_box + of_box);
  const std::string overview = "<table><tr><th>Plate<td>" + box + "</table>";
  BOOST_TEST(rest(overview + "<h2>Plate</h2><div>" + box + "</div>") == "Plate|" + of_box + "Plate|" + of_box,
             "a table sums up what sections say");
  const std::string plans = "<div class=a><p>Small</p>" + box + "</div><div class=b><p>Large</p>" + box + "</div>";
  BOOST_TEST(rest(plans) == "Small|" + of_box + "Large|" + of_box, "a text of its own");
  BOOST_TEST(rest("<div>" + box + "</div><div>" + box + "</div>") == of_box + of_box, "the same kind of place");
  BOOST_TEST(rest("<i><p>Yes<p>No<p>Yes</i><b><p>Yes<p>No<p>Yes</b>") == "Yes|No|Yes|Yes|No|Yes|", "few words");
  BOOST_TEST(rest("<div class=a>" + box + "</div><div class=b>" + box + "<p>Bread</div>") ==
             of_box + of_box + "Bread|");
}

BOOST_AUTO_TEST_CASE(the_visible_list_stays) {
  BOOST_TEST(rest("<div hidden>" + box + "</div><p>Now</p><div class=b>" + box + "</div>") == "Now|" + of_box);
}

BOOST_AUTO_TEST_CASE(many_copies_take_little_time) {
  std::string half, body;
  for (int i = 0; i < 20'000; ++i) half += "<p>item " + std::to_string(i % 7) + "</p>";
  for (const char* const around : {"a", "b", "c"}) body += "<div class=" + std::string(around) + ">" + half + "</div>";
  const Document document = test::html("<body>" + body);
  const PageView page(document);
  std::vector<char> runs(page.runs.size(), 1);
  BOOST_TEST(test::standard_seconds([&] { drop_copies(page, false, runs); }) < 0.5);
}

BOOST_AUTO_TEST_SUITE_END()
