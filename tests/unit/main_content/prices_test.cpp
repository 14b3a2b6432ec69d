#include "core/extract/main_content/detail/rules/prices.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/support/effort.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

bool price(std::string_view text) {
  const Document document = test::html("<p>" + std::string(text));
  const PageView page(document);
  return is_price(page, 0);
}

std::string card(int number, std::string_view price) {
  const std::string n = std::to_string(number);
  return "<div class=card><a href=/pot/" + n + ">Pot number " + n + "</a><div>" + std::string(price) + "</div></div>";
}

std::string cards(int count, std::string_view price = "12,50 \u20ac") {
  std::string out = "<div class=slider>";
  for (int i = 1; i <= count; ++i) out += card(i, price);
  return out + "</div>";
}

OtherPages nobody() {
  static const SiteStatistics no_site;
  return {no_site, {}};
}

RunId headline_of(const PageView& page) { return find_headline(page, {}, nobody()); }

// The texts that are of other products.
Texts others(const std::string& html, PageType type = PageType::product) {
  const Document document = test::html(html);
  const PageView page(document);
  const std::vector<char> found = find_other_products(page, type, headline_of(page), nobody());
  Texts out;
  for (RunId r = 0; r < found.size(); ++r)
    if (found[r]) out.emplace_back(document.text(page.runs[r].begin));
  return out;
}

const std::string product = "<h1>Pot of clay</h1><p>Made by hand.</p><div>19,00 \u20ac</div>";

}  // namespace

BOOST_AUTO_TEST_SUITE(prices)

BOOST_AUTO_TEST_CASE(a_number_and_a_currency) {
  for (const std::string_view text :
       {"12,50 \u20ac", "$3", "from 806.40 BYN", "806.40\u00a0BYN", "149 kr", "1 500 руб.", "3.701,00 RON", "5000 円"})
    BOOST_TEST(price(text), text);
  for (const std::string_view text : {"12,50", "\u20ac", "12 krokodiles", "3 TLS connections", "Wednesday, 3 May",
                                      "It costs 3 $ or more if you take it home before the first of May"})
    BOOST_TEST(!price(text), text);
}

BOOST_AUTO_TEST_CASE(cards_with_prices_beside_the_price_of_the_page) {
  BOOST_TEST(others(product + cards(3)).size() == 6u);
  BOOST_TEST(others(product + cards(2)).empty(), "two are no row");
  BOOST_TEST(others(product + cards(3, "sold out")).empty(), "without prices");
}

BOOST_AUTO_TEST_CASE(a_list_of_products_is_about_them) {
  BOOST_TEST(others("<h1>Pots</h1><p>All of them.</p>" + cards(5)).empty());
  BOOST_TEST(others(cards(5)).empty(), "without a headline");
  const std::string html = "<h1>Pots</h1>" + cards(5) + "<footer>Free shipping over 60 \u20ac</footer>";
  const Document document = test::html(html);
  const PageView page(document);
  const RunId headline = headline_of(page);
  BOOST_TEST(lists_products(page, find_product_cards(page, headline), headline, std::vector<char>(page.runs.size())));
}

BOOST_AUTO_TEST_CASE(on_pages_of_other_types_only_cards_that_other_pages_have) {
  BOOST_TEST(others(product + cards(3), PageType::article).empty(), "an article compares products");
  std::vector<std::string> pages;
  for (const std::string title : {"Pot of clay", "Pot of glass", "Pot of wood", "Pot of steel"})
    pages.push_back("<h1>" + title + "</h1><p>About the " + title + ".</p><div>19,00 \u20ac</div>" + cards(3));
  const test::MadeSite site(pages);
  const RunId headline = find_headline(site.page, {}, *site.others);
  BOOST_TEST(site.texts(find_other_products(site.page, PageType::service, headline, *site.others)).size() == 6u);
}

BOOST_AUTO_TEST_CASE(cards_of_one_look_belong_together) {
  const std::string sold_out = cards(5, "sold out");
  BOOST_TEST(others(product + cards(3) + "<h2>You have seen</h2>" + sold_out).size() == 3u * 2 + 5u * 2);
  BOOST_TEST(others(product + cards(3) + sold_out + sold_out).empty(), "hardly any has a price");
}

BOOST_AUTO_TEST_CASE(two_signs_that_cards_are_of_others) {
  std::vector<std::string> pages;
  for (const std::string title : {"Pot of clay", "Pot of glass", "Pot of wood", "Pot of steel"})
    pages.push_back("<h1>" + title + "</h1><p>About the " + title + ".</p>" + cards(3));
  const test::MadeSite site(pages);
  const RunId headline = find_headline(site.page, {}, *site.others);
  const auto found = [&](PageType type) {
    return site.texts(find_other_products(site.page, type, headline, *site.others)).size();
  };
  BOOST_TEST(found(PageType::product) == 6u, "without a price of its own");
  BOOST_TEST(found(PageType::listing) == 0u);
  BOOST_TEST(others("<h1>Pot of clay</h1><p>Made by hand.</p>" + cards(3)).empty(), "that no other page has");
}

BOOST_AUTO_TEST_CASE(the_cards_around_the_headline_are_of_the_page) {
  std::string variants = "<title>Pot of clay</title><div>";
  for (int i = 0; i < 3; ++i)
    variants += "<div class=v><a href=#" + std::to_string(i) + "><h1>Pot of clay</h1></a><div>" + std::to_string(i) +
                "9,00 \u20ac</div></div>";
  BOOST_TEST(others(variants + "</div><div>9 \u20ac</div>").empty());
}

BOOST_AUTO_TEST_CASE(many_prices_take_little_time) {
  std::string html = product;
  for (int i = 0; i < 60; ++i) html += "<div>";
  for (int i = 0; i < 300; ++i) html += cards(20);
  const Document document = test::html(html);
  const PageView page(document);
  std::vector<char> found;
  BOOST_TEST(test::standard_seconds(
                 [&] { found = find_other_products(page, PageType::product, headline_of(page), nobody()); }) < 2.0);
  BOOST_TEST(found.size() == page.runs.size());
}

BOOST_AUTO_TEST_SUITE_END()
