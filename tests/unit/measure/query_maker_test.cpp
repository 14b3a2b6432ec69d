#include "plugin/measure/query_maker.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

using namespace pith::measure;

namespace {

struct Made {
  std::string url, title;
  PageFacts facts;
};

std::string url_of(int page) { return "http://example.org/" + std::to_string(page) + ".html"; }

// Twenty pages, each with its own title, heading and sentence, and a heading and a menu that all of them have.
std::vector<Made> pages() {
  std::vector<Made> out;
  for (int i = 0; i < 20; ++i) {
    const std::string own = std::string("own") + static_cast<char>('a' + i),
                      pair = std::string("pair") + static_cast<char>('a' + i / 2);
    Made page{url_of(i),
              "Story " + own +
                  (i % 3 == 0   ? " first"
                   : i % 3 == 1 ? " second"
                                : " third") +
                  " - Example Site",
              {}};
    page.facts.headings = {"About " + own, "See also"};
    page.facts.sentence = {"common", own, pair, pair + "x", pair + "y", own + "z"};
    for (const std::string& word : page.facts.sentence) page.facts.words.push_back(hash_word(word));
    page.facts.links = {{"Newsroom", url_of(0)}, {"Next", url_of(i + 1)}, {"Elsewhere", "http://other.org/"}};
    out.push_back(std::move(page));
  }
  return out;
}

std::string itself(const std::string& url) { return url.starts_with("http://example.org/") ? url : std::string(); }

std::vector<TestQuery> queries(const std::vector<Made>& of, const QueryOptions& options,
                               std::string (*indexed)(const std::string&) = itself) {
  QueryMaker maker(options);
  for (const Made& page : of) maker.add(page.url, "example.org", of.size(), page.title, page.facts);
  return maker.make(indexed);
}

std::vector<std::string> texts(const std::vector<TestQuery>& queries) {
  std::vector<std::string> out;
  for (const TestQuery& query : queries) out.push_back(query.text + " → " + query.relevant.front().url);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_maker)

BOOST_AUTO_TEST_CASE(the_same_in_any_order_and_another_by_seed) {
  auto shuffled = pages();
  std::mt19937 random(1);
  for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[random() % i]);
  const auto first = texts(queries(pages(), {.limit = 5}));
  BOOST_TEST(first.size() == 16);  // five of each of three kinds, and one menu
  BOOST_TEST(first == texts(queries(shuffled, {.limit = 5})), boost::test_tools::per_element());
  BOOST_CHECK(first != texts(queries(pages(), {.limit = 5, .seed = 2})));
}

// The part of the title that names the site is left out.
BOOST_AUTO_TEST_CASE(titles_and_headings_that_one_page_has) {
  auto all = pages();
  all[3].title = all[4].title;
  all[5].title = "Short";  // one word is not a query
  const auto titles = texts(queries(all, {.kinds = {QueryKind::title}}));
  BOOST_TEST(titles.size() == 17);
  BOOST_TEST(std::count(titles.begin(), titles.end(), "owna first → " + url_of(0)) == 1);
  const auto headings = texts(queries(all, {.kinds = {QueryKind::heading}}));
  BOOST_TEST(headings.size() == 20);  // and none of them is "See also"
  BOOST_TEST(std::count(headings.begin(), headings.end(), "About owna → " + url_of(0)) == 1);
}

// Words of other pages too, but not of many.
BOOST_AUTO_TEST_CASE(phrases_are_of_rare_words) {
  const auto phrases = queries(pages(), {.kinds = {QueryKind::phrase}});
  BOOST_REQUIRE(phrases.size() == 10);  // the second page of a pair would give the same query
  for (const TestQuery& query : phrases) {
    BOOST_TEST(query.text.find("common") == std::string::npos);
    BOOST_TEST(query.text.find("own") == std::string::npos);
    BOOST_TEST(std::count(query.text.begin(), query.text.end(), ' ') == 2);
  }
}

BOOST_AUTO_TEST_CASE(a_menu_is_what_most_pages_link_to) {
  const auto menu = queries(pages(), {.kinds = {QueryKind::menu}});
  BOOST_REQUIRE(menu.size() == 1);
  BOOST_TEST(menu[0].text == "Newsroom");
  BOOST_TEST(menu[0].site == "example.org");
  BOOST_TEST(menu[0].relevant.front().url == url_of(0));

  auto half = pages();
  for (std::size_t i = 0; i < 10; ++i) half[i].facts.links.clear();
  BOOST_TEST(queries(half, {.kinds = {QueryKind::menu}}).empty());
}

// Menus are searched within their own site, where pages of other sites cannot be found.
BOOST_AUTO_TEST_CASE(a_menu_that_leads_to_another_site) {
  const std::string partner = "http://example.org/partner.html";
  QueryMaker maker({.kinds = {QueryKind::menu}});
  auto all = pages();
  for (Made& page : all) {
    page.facts.links.push_back({"Partner", partner});
    maker.add(page.url, "example.org", all.size(), page.title, page.facts);
  }
  maker.add(partner, "partner.example", 1, "Partner", {});
  const auto menu = maker.make(itself);
  BOOST_REQUIRE(menu.size() == 1);
  BOOST_TEST(menu[0].text == "Newsroom");
}

// A folded page gives no queries; links to it count for the page that is indexed instead.
BOOST_AUTO_TEST_CASE(duplicates_and_skipped_pages) {
  const auto folded = [](const std::string& url) {
    return url == url_of(0) ? url_of(1) : url == url_of(7) ? std::string() : itself(url);
  };
  const auto made = queries(pages(), {}, +folded);
  BOOST_REQUIRE(!made.empty());
  for (const TestQuery& query : made) {
    BOOST_TEST(query.relevant.front().url != url_of(0));
    BOOST_TEST(query.relevant.front().url != url_of(7));
  }
  BOOST_TEST(made.back().text == "Newsroom");
  BOOST_TEST(made.back().relevant.front().url == url_of(1));
}

BOOST_AUTO_TEST_SUITE_END()
