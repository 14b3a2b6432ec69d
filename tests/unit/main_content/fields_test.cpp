#include "core/extract/main_content/detail/rules/fields.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

std::string event(int number, const std::string& name = "When", const std::string& beside = {}) {
  const std::string n = std::to_string(number);
  return "<title>+Event x" + n + "</title><body><nav><div>When</div><div>Day " + n +
         "</div></nav><article><h1>+Event x" + n + "</h1><div class=box><div class=name>" + name +
         "</div><div class=value>Saturday " + n + " May</div>" + beside + "</div><p>+Text of event x" + n +
         " that has more words than all of the other texts of this page have together, so it counts.</p></article>"
         "<footer><div>Where</div><div>Place " +
         n + "</div></footer>";
}

Texts kept(const std::vector<std::string>& sources, PageType type = PageType::other) {
  const test::MadeSite site(sources);
  std::vector<char> runs = site.marked();
  complete_fields(site.page, *site.others, find_headline(site.page, runs, *site.others), type, runs);
  Texts out;
  for (std::string& text : site.texts(runs))
    if (!text.starts_with("+")) out.push_back(text);
  return out;
}

std::vector<std::string> events(const std::string& name, const std::string& beside = {}) {
  std::vector<std::string> out;
  for (int i = 1; i < 6; ++i) out.push_back(event(i, name, beside));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fields_of_templates)

BOOST_AUTO_TEST_CASE(a_name_that_recurs_and_a_value_that_does_not) {
  BOOST_TEST(kept(events("When")) == Texts({"When", "Saturday 1 May"}), boost::test_tools::per_element());
}

// A value that other pages have as well, beside two that they have not.
BOOST_AUTO_TEST_CASE(a_form_of_facts_stays_whole) {
  const auto fact = [](const std::string& name, const std::string& value) {
    return "<div class=field><div class=name>" + name + "</div><div class=value>" + value + "</div></div>";
  };
  const auto facts = [&](int number, bool height, const std::string& between = {}) {
    const std::string n = std::to_string(number);
    return "<title>+Pass x" + n + "</title><body><article><h1>+Pass x" + n + "</h1><div class=form>" +
           fact("Length", n + " km") + (height ? fact("Height", n + "00 m") : "") + between +
           fact("Surface", "tarmac") + "</div><p>+Text of pass x" + n +
           " that has more words than all of the other texts of this page have together, so it counts.</p></article>";
  };
  const auto site = [&](bool height, const std::string& between = {}) {
    std::vector<std::string> out;
    for (int i = 1; i < 6; ++i) out.push_back(facts(i, height, between));
    return kept(out);
  };
  BOOST_TEST(site(true) == Texts({"Length", "1 km", "Height", "100 m", "Surface", "tarmac"}),
             boost::test_tools::per_element());
  BOOST_TEST(site(false) == Texts({"Length", "1 km"}), boost::test_tools::per_element());
  BOOST_TEST(site(true, "</div><div class=other>") == Texts({"Length", "1 km", "Height", "100 m"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(not_about_the_page_itself) {
  BOOST_TEST(kept(events("Published")).empty());
  BOOST_TEST(kept(events("Author")).empty());
}

BOOST_AUTO_TEST_CASE(beside_the_text_in_main) {
  const auto kept_in = [](const std::string& element) {
    std::vector<std::string> sources;
    for (int i = 1; i < 6; ++i) {
      const std::string n = std::to_string(i);
      sources.push_back("<title>+Event x" + n + "</title><body><" + element + " class=m><div><h1>+Event x" + n +
                        "</h1><p>+All about event x" + n +
                        "</p></div><div class=print-none><div><div><h2>Place</h2><p>" + "Hall " + n +
                        "</p></div></div></div></" + element + ">");
    }
    return kept(sources);
  };
  BOOST_TEST(kept_in("main") == Texts({"Place", "Hall 1"}), boost::test_tools::per_element());
  BOOST_TEST(kept_in("article") == Texts({"Place", "Hall 1"}), boost::test_tools::per_element());
  BOOST_TEST(kept_in("div").empty());
}

BOOST_AUTO_TEST_CASE(a_name_of_some_pages) {
  std::vector<std::string> sources = {event(1, "Place")};
  for (int i = 2; i < 11; ++i) sources.push_back(event(i, i < 5 ? "Place" : "When"));
  BOOST_TEST(kept(sources) == Texts({"Place", "Saturday 1 May"}), boost::test_tools::per_element());
  for (int i = 11; i < 20; ++i) sources.push_back(event(i));
  BOOST_TEST(kept(sources).empty(), "fewer than a quarter");
}

BOOST_AUTO_TEST_CASE(the_site_must_know_the_place) {
  BOOST_TEST(kept({event(1), event(2), event(3)}).empty(), "two other pages");
  BOOST_TEST(kept({event(1), "<p>a</p>", "<p>b</p>", "<p>c</p>", "<p>d</p>"}).empty());
}

BOOST_AUTO_TEST_CASE(a_value_is_no_link_and_does_not_recur) {
  const std::string link = "<div class=second>More</div><div class=linked><a href=/>Link of its own</a></div>",
                    same = "<div class=third>Phone</div><div class=recurring>00000</div>";
  BOOST_TEST(kept(events("When", link + same)) == Texts({"When", "Saturday 1 May"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_price_of_a_product) {
  const std::string shop =
      "<title>+Pot</title><body><p>3,00 €</p><h1>+Pot</h1><p>+A pot of clay</p><p>Usual price 14,00 €</p><p>2,00 € a "
      "month</p><p>+Made by hand</p>";
  BOOST_TEST(kept({shop}, PageType::product) == Texts{"Usual price 14,00 €"}, boost::test_tools::per_element());
  BOOST_TEST(kept({shop}, PageType::article).empty());
  BOOST_TEST(kept({"<title>Pot</title><h1>Pot</h1><p>14,00 €</p>"}, PageType::product).empty(), "nothing is chosen");
}

BOOST_AUTO_TEST_CASE(facts_between_the_headline_and_the_text) {
  const auto below = [](const std::string& lines, PageType type = PageType::product) {
    return kept({"<title>+Elm chair</title><body><main><h1>+Elm chair</h1>" + lines +
                 "<p>+The Elm is 85 cm wide and comes in black.</p><p>Bears 120 kg</p></main>"},
                type);
  };
  for (const std::string fact : {"€418.00", "Price: €418", "€49 / m²", "SKU: GF-4018", "01353 418000", "Mon-Fri 9-18"})
    for (const std::string begin : {"<p class=price>", "<div class=sku>", "<p class=phone>", "<p>"})
      BOOST_TEST(below(begin + fact) == Texts{fact}, boost::test_tools::per_element());
  for (const std::string other : {"<p>Solid wood", "<p><a href=/>12 chairs", "<p>Share 12", "<p>By Ann Lee, 3 May 2021",
                                  "<p>5 min read", "<nav>1 2 3</nav>", "<p hidden>€418", "<p>12 comments"})
    BOOST_TEST(below(other).empty(), other);
  BOOST_TEST(below("<p>3 May 2021", PageType::article).empty());
  BOOST_TEST(below("<p>Opens 3 May 2021").size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
