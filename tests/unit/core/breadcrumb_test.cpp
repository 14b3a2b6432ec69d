#include "core/page/breadcrumb.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "page_fixtures.h"

using namespace pith;
using namespace pith::test;

namespace {

using Names = std::vector<std::string>;

Names of(std::string_view html, std::string_view title = "Ferry") {
  const auto url = parse_url("https://example.org/travel/sea/ferry");
  return read_breadcrumb(parsed(html), &*url, title);
}

std::string json_ld(const std::string& json) { return "<script type='application/ld+json'>" + json + "</script>"; }

const std::string listed =
    "<nav class='c-Breadcrumb'><ol><li><a href='/'>Example</a></li><li><a href='/travel/'>Travel</a> ›</li>"
    "<li>» <a href='/travel/sea/'>Sea  and\n<b>air</b></a></li><li>Ferry</li></ol></nav>";

}  // namespace

BOOST_AUTO_TEST_SUITE(breadcrumb)

BOOST_AUTO_TEST_CASE(list_items_or_links_of_an_element_that_is_called_so) {
  const Names names = {"Travel", "Sea and air"};
  BOOST_TEST(of(listed) == names);
  for (const std::string open : {"<div id=breadcrumbs>", "<nav aria-label='Breadcrumb'>", "<p class='a crumbs b'>",
                                 "<div itemscope itemtype='https://schema.org/BreadcrumbList'>"}) {
    const std::string close = open.starts_with("<p") ? "</p>" : open.starts_with("<nav") ? "</nav>" : "</div>";
    BOOST_TEST(
        of(open + "<a href=/>Hem</a> / <a href=/travel/>Travel</a> / <a href=/travel/sea/>Sea and air</a> / Ferry" +
           close) == names,
        open);
  }
}

BOOST_AUTO_TEST_CASE(not_what_leads_home_or_names_the_page_itself) {
  const auto crumbs = [](const std::string& items) { return of("<ul class=breadcrumb>" + items + "</ul>"); };
  BOOST_TEST(crumbs("<li><a href='/start'>Startsida</a><li><a href=/a/>A</a>") == Names{"A"});
  BOOST_TEST(crumbs("<li><a href='https://example.org'>Example</a><li><a href=/a/>A</a>") == Names{"A"});
  BOOST_TEST(crumbs("<li><a href=/a/>A</a><li><a href=/b/>FERRY</a>") == Names{"A"});
  BOOST_TEST(crumbs("<li><a href=/a/>A</a><li><a href=ferry>Short name</a>") == Names{"A"});
  BOOST_TEST(crumbs("<li><a href=/a/>A</a><li>Short name") == Names{"A"});
  BOOST_TEST(crumbs("<li><a href='/'>Example</a><li>Ferry").empty());
  BOOST_TEST(crumbs("<li>Ferry").empty());
}

BOOST_AUTO_TEST_CASE(json_ld_comes_first) {
  const Names names = {"Travel", "Sea & air"};
  const std::string list =
      R"({"@type": "BreadcrumbList", "itemListElement": [
          {"@type": "ListItem", "position": 3, "item": {"@id": "/travel/sea/", "name": "Sea &amp; air"}},
          {"@type": "ListItem", "position": 1, "name": "Example", "item": "https://example.org/"},
          {"@type": "ListItem", "position": 2, "name": "Travel", "item": "https://example.org/travel/"},
          {"@type": "ListItem", "position": 4, "name": "Ferry"}]})";
  for (const std::string& json : {list, "[" + list + "]", R"({"@graph": [{"@type": "WebPage"}, )" + list + "]}",
                                  R"({"@type": "WebPage", "breadcrumb": )" + list + "}"})
    BOOST_TEST(of(json_ld(json) + listed) == names, json);
  BOOST_TEST(of(json_ld("{\"@type\": \"BreadcrumbList\", \"itemListElement\": [7, {}, null]}") + listed) ==
             (Names{"Travel", "Sea and air"}));
  BOOST_TEST(of(json_ld("{\"@type\": \"BreadcrumbList\", ") + listed) == (Names{"Travel", "Sea and air"}));
}

BOOST_AUTO_TEST_CASE(neither_hidden_nor_ignored_ones) {
  BOOST_TEST(of("<p>Text enough to see that the page shows something else.</p>"
                "<ul hidden class=breadcrumb><li><a href=/a/>A</a></ul>")
                 .empty());
  const Document page = parsed("<ul class=breadcrumb id=it><li><a href=/a/>A</a></ul>" + json_ld("{}"));
  NodeSet ignored(page);
  ignored.add_subtree(page, by_id(page, "it"));
  BOOST_TEST(read_breadcrumb(page, nullptr, "", &ignored).empty());
  BOOST_TEST(read_breadcrumb(page, nullptr, "") == Names{"A"});
}

BOOST_AUTO_TEST_CASE(bounds) {
  std::string items;
  for (int i = 0; i < 40; ++i) items += "<li><a href=/" + std::to_string(i) + "/>" + std::to_string(i) + "</a>";
  const Names last = of("<ul class=breadcrumb>" + items + "</ul>");
  BOOST_TEST(last.size() == max_breadcrumb_names);
  BOOST_TEST(last.back() == "39");
  const Names cut = of("<ul class=breadcrumb><li><a href=/a/>" + repeated("å", 1000) + "</a></ul>");
  BOOST_REQUIRE(cut.size() == 1u);
  BOOST_TEST(cut.front().size() <= max_breadcrumb_name_bytes);
  BOOST_TEST(of("<div class=breadcrumb>" + repeated("<p><a href=/a/>A</a>", 200) + "</div>").empty());
  BOOST_TEST(of(repeated("<div class=breadcrumb></div>", 1000) + listed).empty());
  BOOST_TEST(of(repeated("<div class=breadcrumb>", 300) + "<a href=/a/>A</a>").size() <= 1u);
}

BOOST_AUTO_TEST_CASE(any_markup) {
  const std::vector<std::string> parts = {
      "<ul class=breadcrumb>",
      "<li>",
      "</ul>",
      "<a href=/>",
      "<a href=x>",
      "</a>",
      "Home",
      "›",
      "\xff",
      "Ferry",
      "<nav id=crumbs>",
      json_ld(R"({"@type":"BreadcrumbList","itemListElement":[{"name":["x"],"item":{"@id":5}}]})")};
  std::mt19937 random(9);
  for (int round = 0; round < 2000; ++round) {
    std::string html;
    for (unsigned n = random() % 12; n-- > 0;) html += parts[random() % parts.size()];
    const Names names = of(html);
    BOOST_TEST(names.size() <= max_breadcrumb_names);
    BOOST_TEST(std::ranges::none_of(names, [](const std::string& name) { return name.empty() || name == "Ferry"; }),
               html);
  }
}

BOOST_AUTO_TEST_SUITE_END()
