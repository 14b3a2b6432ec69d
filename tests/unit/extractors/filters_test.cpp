// The filters plain, lqf and crunch, and menus: each against its definition on all small pages.
#include "core/extract/extractors/detail/filters.h"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extractors/detail/menus.h"
#include "core/extract/registry.h"
#include "core/render/blocks.h"
#include "core/text/white_space.h"
#include "tests/support/pages.h"

using namespace pith;
using test::children_of;

namespace {

using Nodes = std::vector<NodeId>;

bool in_link(const Document& page, NodeId n) {
  for (; n != no_node; n = page[n].parent)
    if (page[n].tag == Tag::a) return true;
  return false;
}

// The chosen texts of a subtree by the definition of the link quota filter: a block is judged by what is left of its
// children.
Nodes naive_lqf(const Document& page, NodeId n, double quota) {
  if (page[n].is_text()) return {n};
  Nodes texts;
  for (const NodeId child : children_of(page, n))
    for (const NodeId text : naive_lqf(page, child, quota)) texts.push_back(text);
  if (page[n].tag == Tag::body || !is_block(page[n].tag) || n == 0) return texts;
  double linked = 0, all = 0;
  for (const NodeId text : texts) {
    all += static_cast<double>(count_ink(page.text(text)));
    if (in_link(page, text)) linked += static_cast<double>(count_ink(page.text(text)));
  }
  return linked > quota * all ? Nodes() : texts;
}

// The same for Crunch's link list filter: links with text among what is left, and words of five characters.
Nodes naive_crunch(const Document& page, NodeId n, double ratio) {
  if (page[n].is_text()) return {n};
  Nodes texts;
  for (const NodeId child : children_of(page, n))
    for (const NodeId text : naive_crunch(page, child, ratio)) texts.push_back(text);
  if (page[n].tag != Tag::div && page[n].tag != Tag::nav) return texts;
  double characters = 0;
  std::set<NodeId> links;
  for (const NodeId text : texts) {
    NodeId link = page[text].parent;
    while (link != 0 && page[link].tag != Tag::a) link = page[link].parent;
    if (link == 0)
      characters += static_cast<double>(count_ink(page.text(text)));
    else if (page.is_ancestor(n, link))
      links.insert(link);
  }
  return !links.empty() && static_cast<double>(links.size()) > ratio * characters / 5 ? Nodes() : texts;
}

// The definition of menus.cpp, counted from scratch for each node.
bool naive_menu(const Document& page, NodeId n, const MenuOptions& options) {
  double links = 0, linked = 0, characters = 0, nodes = 0;
  for (NodeId m = n; m < page.end_of(n);) {
    bool link = page[m].tag == Tag::a;
    bool text = false;
    for (NodeId t = m; t < page.end_of(m); ++t)
      text = text || (page[t].is_text() && [&] {  // the innermost link around it is m
               NodeId a = page[t].parent;
               while (page[a].tag != Tag::a && a != 0) a = page[a].parent;
               return a == m;
             }());
    link = link && text;
    ++nodes;
    for (NodeId t = m; t < (link ? page.end_of(m) : m + 1); ++t) {
      if (!page[t].is_text()) continue;
      characters += static_cast<double>(count_ink(page.text(t)));
      if (in_link(page, t)) linked += static_cast<double>(count_ink(page.text(t)));
    }
    links += link;
    m = link ? page.end_of(m) : m + 1;
  }
  return page[n].is_element() && page[n].tag != Tag::body && n != 0 && links >= options.links &&
         links >= options.ratio * nodes && linked <= options.characters * links &&
         linked >= options.linked * characters;
}

bool has_nested_links(const Document& page) {
  for (NodeId n = 1; n < page.size(); ++n)
    if (page[n].tag == Tag::a && in_link(page, page[n].parent)) return true;
  return false;
}

Nodes texts_of(const Document& page, const NodeSet& content) {
  Nodes texts;
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_text() && content.contains(n)) texts.push_back(n);
  return texts;
}

NodeSet extract(const Document& page, std::string_view name, const Parameters& parameters = {}) {
  return (*make_extractor(name, parameters))->extract({page, {}}).content;
}

std::string text_of(const std::string& html, std::string_view name, const Parameters& parameters = {}) {
  const Document page = test::html(html);
  return read_blocks(page, extract(page, name, parameters)).text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(filters)

BOOST_AUTO_TEST_CASE(lqf_meets_its_definition_on_all_small_pages) {
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const Document& page : test::all_pages(nodes, 4))
      for (const double quota : {0.0, 0.25, 0.5, 1.0})
        BOOST_REQUIRE((texts_of(page, extract(page, "lqf", {{"quota", quota}})) == naive_lqf(page, 0, quota)));
}

BOOST_AUTO_TEST_CASE(crunch_meets_its_definition_of_a_link_list_on_all_small_pages) {
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (const Document& page : test::all_pages(nodes, 4))
      for (const double ratio : {0.0, 0.35, 0.8, 2.0}) {
        const NodeSet content = extract(page, "crunch", {{"ratio", ratio}});
        BOOST_REQUIRE((texts_of(page, content) == naive_crunch(page, 0, ratio)));
      }
}

BOOST_AUTO_TEST_CASE(plain_holds_all_text_of_all_small_pages) {
  for (int nodes = 1; nodes <= 4; ++nodes)
    for (const Document& page : test::all_pages(nodes, 4)) {
      const NodeSet content = extract(page, "plain");
      for (NodeId n = 0; n < page.size(); ++n)
        if (page[n].is_text()) BOOST_REQUIRE(content.contains(n));
    }
}

BOOST_AUTO_TEST_CASE(menus_meet_their_definition_on_all_small_pages) {
  std::size_t found = 0;
  for (int nodes = 1; nodes <= 6; ++nodes)
    for (const Document& page : test::all_pages(nodes)) {
      if (has_nested_links(page)) continue;  // no parser makes them
      for (const MenuOptions& options :
           {MenuOptions{0.2, 2, 20, 0.8}, MenuOptions{0.5, 1, 4, 0.5}, MenuOptions{0.01, 1, 7, 0}}) {
        Nodes expected;
        for (NodeId n = 0; n < page.size(); ++n)
          if (naive_menu(page, n, options) && (expected.empty() || n >= page.end_of(expected.back())))
            expected.push_back(n);
        BOOST_REQUIRE((menus_of(page, options) == expected));
        found += expected.size();
      }
    }
  BOOST_TEST(found > 1'000u);
}

BOOST_AUTO_TEST_CASE(dropped_nodes_take_their_images_along) {
  const Document page = test::html("<body><div class=ad><img src=a.png></div><div><p>Text.</p><img src=b.png></div>");
  const NodeSet content = extract(page, "crunch");
  const NodeId first = page.find(Tag::img), second = page.find(Tag::img, first + 1);
  BOOST_TEST(!content.contains(first));
  BOOST_TEST(content.contains(second));
}

BOOST_AUTO_TEST_CASE(crunch_knows_adverts_by_their_names) {
  const auto left = [](const std::string& attributes) {
    return text_of("<body><p>Some text of the page, and more of it.</p><div " + attributes + ">advert</div>", "crunch");
  };
  const std::string without = "Some text of the page, and more of it.", with = without + "\nadvert";
  for (const char* advert :
       {"class=ad", "class='box top_ads'", "id=AdSense-1", "class=sponsored-links", "id=google_ads_frame"})
    BOOST_TEST(left(advert) == without, advert);
  for (const char* other :
       {"class=add", "class=header", "class=has-ads", "id=shadow", "class=advice", "class='no-ad wide'"})
    BOOST_TEST(left(other) == with, other);
  // In addresses: anywhere in those of images, only in the host of links.
  const auto link = [](const std::string& href) {
    return text_of("<body><p>Some text of the page, <a href='" + href + "'>link</a> and more of it.</p>", "crunch");
  };
  BOOST_TEST(link("https://ads.example.org/click?to=x") == "Some text of the page, and more of it.");
  BOOST_TEST(link("https://example.org/law/ads") == "Some text of the page, link and more of it.");
}

BOOST_AUTO_TEST_CASE(crunch_keeps_a_wrapper_named_like_an_advert) {
  BOOST_TEST(text_of("<body><div class=ad><p>All the text of the page.</div><p>Foot.", "crunch") ==
             "All the text of the page.\nFoot.");
}

BOOST_AUTO_TEST_CASE(each_filter_of_crunch_can_be_switched_off) {
  const std::string page =
      "<body><p>Some text of the page, and more of it.</p><div class=ad>advert</div>"
      "<ul><li><a href=/a>one</a><li><a href=/b>two</a></ul><table><tr><td>x</td></tr></table>";
  const std::string text = "Some text of the page, and more of it.";
  BOOST_TEST(text_of(page, "crunch") == text);
  BOOST_TEST(text_of(page, "crunch", {{"adverts", false}}) == text + "\nadvert");
  BOOST_TEST(text_of(page, "crunch", {{"link_lists", false}}) == text + "\none\ntwo");
  BOOST_TEST(text_of(page, "crunch", {{"empty_tables", false}}) == text + "\nx");
}

BOOST_AUTO_TEST_SUITE_END()
