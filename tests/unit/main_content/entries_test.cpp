#include "core/extract/main_content/detail/rules/entries.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

std::string entry(const std::string& title, const std::string& more = {}) {
  return "<div class=entry><h3><a href=/" + title + ">" + title + "</a></h3>" + more + "</div>";
}

const std::string popular =
    "<div class=side><h3><a href=/ice>Ice</a></h3><p>Most people have read about the ice.</p></div>";

// Texts that begin with "+" are chosen before.
std::string page(const std::string& body, const std::string& tag = "Harbour") {
  return "<title>Tag: " + tag +
         " - Paper</title><body><nav><h3><a href=/>Front page</a></h3></nav><div><div><h1>Tag: " + tag + "</h1>" +
         body + "</div>" + popular + "</div>";
}

Texts added(const std::vector<std::string>& sources) {
  const test::MadeSite site(sources);
  std::vector<char> runs = site.marked();
  const std::vector<char> before = runs;
  complete_entries(site.page, *site.others, find_headline(site.page, {}, *site.others), runs);
  for (RunId r = 0; r < runs.size(); ++r) runs[r] = runs[r] && !before[r];
  return site.texts(runs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(entries_of_lists)

BOOST_AUTO_TEST_CASE(titles_with_their_running_text) {
  const std::string summary = "<p>The ferry sails again, and the harbour is full of people.</p>",
                    byline = "<i>By Ann</i>";
  BOOST_TEST(added({page(entry("Ferry", byline + summary) + entry("Bridge"))}) ==
                 Texts({"Ferry", "The ferry sails again, and the harbour is full of people.", "Bridge"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_page_with_a_text_of_its_own_has_teasers) {
  const std::string text = "<p>+All that this paper has ever written about the harbour.</p>";
  BOOST_TEST(added({page(text + entry("Ferry"))}).empty());
}

BOOST_AUTO_TEST_CASE(only_links_near_the_headline) {
  BOOST_TEST(added({page("<h3>Ferry</h3>")}) == Texts({"Ice", "Most people have read about the ice."}),
             boost::test_tools::per_element());
  BOOST_TEST(
      added({page("<aside>" + entry("Ferry") + "</aside><form>" + entry("Bridge") + "</form>" + entry("Boat"))}) ==
          Texts{"Boat"},
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_other_pages_have_in_the_same_place_is_none) {
  std::vector<std::string> sources = {page("")};
  for (const std::string tag : {"Snow", "School", "Music", "Money"}) sources.push_back(page(entry(tag + " news"), tag));
  BOOST_TEST(added(sources).empty());
}

BOOST_AUTO_TEST_CASE(without_a_headline_there_are_none) {
  BOOST_TEST(added({"<body>" + entry("Ferry") + entry("Bridge")}).empty());
}

BOOST_AUTO_TEST_CASE(cards_of_a_page_that_lists_products) {
  const auto card = [](const std::string& name, const std::string& price) {
    return "<div class=tile><a href=/" + name + ">" + name + "</a><span class=price>" + price +
           "</span><button>Add to cart</button></div>";
  };
  const std::string cards = card("Luna", "€79.00") + card("Pharos", "€189.00") + card("Spot", "€17.50");
  const auto list = [&](const std::string& below) {
    return "<title>Lamps</title><body><div class=menu><a href=/a>A</a><a href=/b>B</a></div><h1>+Lamps</h1>" + below +
           "<div class=grid>" + cards + "</div><div class=foot>Tel. 0341 555 0100</div>";
  };
  const Texts all = {"Luna", "Pharos", "Spot"};
  BOOST_TEST(added({list("<p>+Our lamps at a glance.</p>")}) == all, boost::test_tools::per_element());
  BOOST_TEST(added({"<title>Page 6</title><body><div class=grid>" + cards + "</div>"}) == all,
             boost::test_tools::per_element());
  BOOST_TEST(added({list("<p>€12.00</p>")}).empty(), "of a product with a price of its own");
  std::string text;
  for (int i = 0; i < 31; ++i) text += " word" + std::to_string(i);
  BOOST_TEST(added({list("<p>+" + text + "</p>")}).empty(), "beside a text");
}

// "Staff", "Collection": a list of links without headings, where the other pages have text. A page alone does not tell
// it from a menu.
BOOST_AUTO_TEST_CASE(items_of_a_list_on_a_known_site) {
  const std::string menu = "<ul><li><a href=/a>Prices</a><li><a href=/b>Opening hours</a></ul>";
  const auto of_site = [&](const std::string& name, const std::string& body) {
    return "<title>" + name + " - Museum</title><body><div><h1>" + name + "</h1>" + body + menu + "</div>";
  };
  const std::string list = "<ul><li><a href=/c>Longcase clock</a><li><a href=/w>The whale</a></ul>";
  std::vector<std::string> site = {of_site("Collection", list)};
  BOOST_TEST(added(site).empty());
  for (const std::string name : {"Clock", "Whale", "Barometer", "Tickets"})
    site.push_back(of_site(name, "<p>+Of the " + name + " there is a lot to say, and we say it here.</p>"));
  BOOST_TEST(added(site) == Texts({"Longcase clock", "The whale"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
