#include "core/extract/main_content/detail/site/fixed_text.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

// The first words of the texts of page 0 that are fixed, on a site of this many pages made by `source`.
Texts fixed(int pages, const std::function<std::string(int)>& source) {
  std::vector<std::string> sources;
  for (int i = 0; i < pages; ++i) sources.push_back(source(i));
  const test::MadeSite site(sources, [](const PageView&, RunId) { return 0.9f; });
  const SiteView view(site.summaries[0], *site.others);
  std::vector<char> fixed;
  for (RunId r = 0; r < site.page.runs.size(); ++r) fixed.push_back(is_fixed_text(site.page, view, r));
  return site.texts(fixed);
}

std::string own(int i) { return "<p>Words of page number x" + std::to_string(i) + " and no other</p>"; }
const std::string note = "We ship on Tuesdays and on Fridays.";

}  // namespace

BOOST_AUTO_TEST_SUITE(fixed_text)

BOOST_AUTO_TEST_CASE(a_text_on_half_of_the_pages) {
  // In another place on each page.
  const auto source = [](int i) {
    const std::string tag = i % 2 ? "section" : "div";
    return "<body><" + tag + " class=c" + std::string(static_cast<std::size_t>(i), 'x') + ">" + own(i) + "<p>" + note +
           "</p></" + tag + ">";
  };
  BOOST_TEST(fixed(5, source) == Texts{note}, boost::test_tools::per_element());
  BOOST_TEST(fixed(4, source) == Texts{note}, boost::test_tools::per_element());
  BOOST_TEST(fixed(3, source).empty(), "too few pages to say");
  const auto on_every_third = [&](int i) { return i % 3 == 0 ? source(i) : "<body>" + own(i); };
  BOOST_TEST(fixed(12, on_every_third).empty());
  const auto of_five_words = [](int i) {
    return "<body><div class=c" + std::string(static_cast<std::size_t>(i), 'x') + ">" + own(i) +
           "<p>one two three four five</p></div>";
  };
  BOOST_TEST(fixed(12, of_five_words).empty());
}

BOOST_AUTO_TEST_CASE(a_note_with_other_dates_and_links_on_each_page) {
  const std::string rest = " and is filed under <a href=/c>Category x";
  const auto source = [&](int i) {
    static const std::vector<std::string> months = {"May", "June", "August", "October"};
    const std::string n = std::to_string(i);
    return "<body><p>Only page " + std::string(static_cast<std::size_t>(i) + 1, 'y') +
           " has these words, or so they say.</p><p>This entry was posted on " +
           months[static_cast<std::size_t>(i) % 4] + " " + n + "th, 2009 at 10:" + n + " am" + rest + n +
           "</a>. You can follow any responses through the feed.</p>";
  };
  BOOST_TEST(fixed(5, source) == Texts{"This entry was posted on May 0th, 2009 at 10:0 am and is filed under "},
             boost::test_tools::per_element());
  BOOST_TEST(fixed(3, source).empty(), "too few pages to say");
  const auto other_words = [&](int i) {
    return source(i) + "<p>But page " + std::string(static_cast<std::size_t>(i), 'x') +
           " says something else in the same number of words as all others.</p>";
  };
  BOOST_TEST(fixed(5, other_words).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_text_beside_a_button_on_three_pages) {
  const std::string text = "If you load the map, its owner learns your address.";
  const auto source = [&](const std::string& control) {
    return [=](int i) {
      return "<body>" + own(i) + (i % 4 ? "" : "<div class=box><div><p>" + text + "</p>" + control + "</div></div>");
    };
  };
  BOOST_TEST(fixed(12, source("<button>Load</button>")) == Texts{text}, boost::test_tools::per_element());
  BOOST_TEST(fixed(8, source("<button>Load</button>")).empty(), "on one other page");
  BOOST_TEST(fixed(12, source("<p>Load</p>")).empty());
}

BOOST_AUTO_TEST_CASE(a_text_beside_the_content_on_a_tenth_of_the_pages) {
  const auto source = [](const std::string& around) {
    return [=](int i) {
      return "<body>" + own(i) +
             (i % 7 == 0 ? "<" + around + "><p>" + note + "</p><p>Only here " + own(i) + "</p></" : "</") + around +
             ">";
    };
  };
  BOOST_TEST(fixed(32, source("aside")) == Texts{note}, boost::test_tools::per_element());
  BOOST_TEST(fixed(32, source("div")).empty());
  BOOST_TEST(fixed(16, source("aside")).empty(), "on one other page");
  const auto in_article = [&](int i) { return "<article>" + source("aside")(i) + "</article>"; };
  BOOST_TEST(fixed(32, in_article).empty(), "a note in the text");
}

BOOST_AUTO_TEST_CASE(a_text_that_is_the_same_wherever_its_place_is) {
  const auto source = [](int i) {
    return "<body>" + own(i) + (i % 4 == 0 ? "<div class=box><p>Write to us</p></div>" : "");
  };
  BOOST_TEST(fixed(16, source) == Texts{"Write to us"}, boost::test_tools::per_element());
  BOOST_TEST(fixed(8, source).empty(), "on one other page");
  // The name of a section recurs, but what is around it does not.
  const auto section = [](int i) { return "<body><div><h2>Synopsis</h2>" + own(i) + "</div>"; };
  BOOST_TEST(fixed(12, section).empty());
}

BOOST_AUTO_TEST_CASE(dates_and_minutes_to_read) {
  const auto source = [](int i) {
    return "<body><p>" + std::to_string(i + 2) + " min read</p>" + own(i) + "<p>" + std::to_string(i + 2) +
           " grams</p>";
  };
  BOOST_TEST(fixed(6, source) == Texts{"2 min read"}, boost::test_tools::per_element());
}

// What all manuals of a maker warn of is theirs.
BOOST_AUTO_TEST_CASE(a_text_among_the_own_paragraphs_of_a_page_is_its_own) {
  const auto manual = [](const std::string& before, const std::string& after) {
    return [=](int i) {
      const std::string name(static_cast<std::size_t>(i) + 1, 'x');  // differs in more than a number
      const std::string words = " words of manual " + name + " and of no other</p>";
      return "<body><nav>Home</nav><article><p>Some" + words + before + "<ul><li>" + note + "</li></ul>" + after +
             "<p>More" + words + "</article><footer>" + note + "</footer>";
    };
  };
  // The one in the footer stays fixed.
  BOOST_TEST(fixed(8, manual("", "")) == Texts{note}, boost::test_tools::per_element());
  BOOST_TEST(fixed(8, manual("<h2>Warnings</h2>", "<h2>Use</h2>")) == Texts{note}, boost::test_tools::per_element());
  // In a box of its own, or beside a button, it is not the page's.
  const Texts both = {note, note};
  BOOST_TEST(fixed(8, manual("<div><div><div>", "</div></div></div>")) == both, boost::test_tools::per_element());
  BOOST_TEST(fixed(8, manual("<div><p>" + note + "</p><button>Load</button></div>", "")) == both,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
