// Facts on small sites: pages of a name and a few names with values, in every markup that such rows come in, among one
// to nineteen others. What the page alone keeps stays when its siblings are known, and never half of the rows.
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/registry.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

struct Fact {
  std::string name, value;
};

class SmallSite {
 public:
  static constexpr std::uint32_t kinds = 6, markups = 8, sizes = 6;

  // Sites with the same number are the same.
  explicit SmallSite(std::uint32_t number) : random_(number), kind_(number % kinds), markup_(number / kinds % markups) {
    static constexpr std::array<std::size_t, sizes> pages = {2, 3, 4, 8, 12, 20};
    const bool has_prose = below(2) == 0, has_main = below(2) == 0;
    const std::string menu = menu_of_site();
    for (std::size_t page = 0; page < pages[number / (kinds * markups) % sizes]; ++page) {
      facts.push_back(facts_of(page));
      const std::string name = word() + " " + word() + " " + std::to_string(page);
      std::string body = "<h1>" + name + "</h1>";
      if (has_prose) body += "<p>" + words(14) + ". " + words(11) + ".</p>";
      for (const Fact& fact : facts.back()) body += row(fact);
      sources.push_back("<title>" + name + " - Shop</title><body><div class=head><a href=/>Shop</a>" + menu + "</div>" +
                        (has_main ? "<main>" : "<div>") + wrapped(body) + (has_main ? "</main>" : "</div>") +
                        "<div class=foot>All rights reserved by the shop. <a href=/imprint>Imprint</a></div>");
    }
  }

  std::vector<std::string> sources;
  std::vector<std::vector<Fact>> facts;  // by page

 private:
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
  std::string word() {
    static constexpr std::string_view all[] = {"copper", "hinge",  "valve", "lamp",   "oak",    "steel",
                                               "linen",  "drawer", "shelf", "mirror", "candle", "basket"};
    return std::string(all[below(std::size(all))]);
  }
  std::string words(int count) {
    std::string out = word();
    while (--count > 0) out += " " + word();
    return out;
  }
  std::string figures(std::uint32_t from, std::uint32_t end) { return std::to_string(from + below(end - from)); }

  std::string menu_of_site() {
    std::string out;
    for (int i = 0; i < 6; ++i) out += "<li><a href=/" + std::to_string(i) + ">" + word() + "</a>";
    return "<ul class=menu>" + out + "</ul>";
  }

  std::vector<Fact> facts_of(std::size_t page) {
    switch (kind_) {
      case 0:
        return {{"Price", figures(1, 999) + "." + figures(10, 99) + " \u20ac"},
                {"Size", figures(10, 99'999)},
                {"Colour", below(2) == 0 ? "red" : "blue"},
                {"Stock", figures(0, 99)}};
      case 1:
        return {{"Address", figures(1, 200) + " " + word() + " Street"},
                {"Phone", "0" + figures(1'000'000, 9'999'999)},
                {"Manager", words(2)}};
      case 2:
        return {{"Room", "A " + figures(100, 500)},
                {"Mail", word() + std::to_string(page) + "@example.org"},
                {"Phone", figures(1'000, 9'999)}};
      case 3:
        return {{"Mail", word() + std::to_string(page) + "@example.org"}};
      case 4:
        return {{"Weight", figures(1, 400) + " kg"},
                {"Length", figures(1, 400) + " mm"},
                {"Power", figures(1, 400) + " W"},
                {"Voltage", figures(1, 400) + " V"}};
      default: {
        std::vector<Fact> out;
        for (const char* day : {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat"})
          out.push_back({day, below(4) == 0 ? "closed" : figures(8, 11) + ":00 to " + figures(17, 21) + ":00"});
        return out;
      }
    }
  }

  std::string row(const Fact& fact) const {
    const auto& [name, value] = fact;
    switch (markup_) {
      case 0:
      case 1:
        return "<tr><td>" + name + "<td>" + value;
      case 2:
        return "<dt>" + name + "<dd>" + value;
      case 3:
        return "<div class=row><span>" + name + "</span> <span>" + value + "</span></div>";
      case 4:
        return "<div class=row><div class=k>" + name + "</div><div class=v>" + value + "</div></div>";
      case 5:
        return "<p>" + name + ": " + value + "</p>";
      case 6:
        return "<p><strong>" + name + "</strong> " + value + "</p>";
      default:
        return "<li>" + name + ": " + value;
    }
  }
  std::string wrapped(const std::string& body) const {
    static constexpr std::array<std::string_view, markups> around = {"table", "table", "dl", "", "", "", "", "ul"};
    const std::string tag(around[markup_]);
    if (tag.empty()) return body;
    const std::size_t rows = body.find(markup_ < 2 ? "<tr>" : markup_ == 2 ? "<dt>" : "<li>");
    return body.substr(0, rows) + "<" + tag + ">" + body.substr(rows) + "</" + tag + ">";
  }

  std::mt19937 random_;
  std::uint32_t kind_, markup_;
};

std::string text_of(const Extractor& extractor, const Document& page, std::span<const Document* const> siblings) {
  const NodeSet content = extractor.extract({page, siblings}).content;
  std::string out = " ";
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_text() && content.contains(n)) out.append(page.text(n)) += " ";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(facts_that_a_page_alone_keeps_stay_when_siblings_are_known) {
  const auto alone = make_extractor("pith", {{"site", false}}), with_site = make_extractor("pith", {{"n", 19L}});
  BOOST_REQUIRE(alone && with_site);
  std::size_t kept = 0, lost = 0, halves = 0, pages = 0;
  for (std::uint32_t number = 0; number < 2 * SmallSite::kinds * SmallSite::markups * SmallSite::sizes; ++number) {
    const SmallSite site(number);
    std::vector<Document> documents;
    for (const std::string& source : site.sources) documents.push_back(test::html(source));
    for (std::size_t page = 0; page < documents.size(); ++page) {
      std::vector<const Document*> siblings;
      for (const Document& other : documents)
        if (&other != &documents[page]) siblings.push_back(&other);
      const std::string before = text_of(**alone, documents[page], {});
      const std::string after = text_of(**with_site, documents[page], siblings);
      std::size_t rows = 0;
      for (const Fact& fact : site.facts[page]) {
        const bool stays = after.find(fact.value) != std::string::npos;
        rows += stays;
        if (before.find(fact.value) == std::string::npos) continue;
        ++kept;
        lost += !stays;
        if (!stays)
          BOOST_TEST_MESSAGE("site " << number << ", page " << page << ": " << fact.name << " " << fact.value);
      }
      ++pages;
      halves += rows > 0 && rows < site.facts[page].size();
    }
  }
  BOOST_TEST_MESSAGE(kept << " facts kept alone, " << lost << " lost; " << halves << " of " << pages
                          << " pages in half");
  BOOST_TEST(kept > 10'000u);
  BOOST_TEST(1'000 * lost <= kept);
  BOOST_TEST(500 * halves <= pages);
}
