#include "core/trees/site_style_tree.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/words.h"
#include "tests/support/naive_mappings.h"
#include "tests/support/trees.h"

using namespace pith;
using pith::test::children_of;
using pith::test::tree;

namespace {

// The importances by definition, with maps and recursion: an element is everything that the pages show at a place. A
// place is the site, or a place with a style (the names of its children) and a position in it.
struct NaiveElement {
  std::map<std::vector<std::string>, std::vector<NaiveElement>> styles;
  std::map<std::vector<std::string>, int> style_pages;
  std::map<std::string, std::map<std::size_t, int>> features;  // word → page → times
  int pages = 0;

  static std::string name(const Document& d, NodeId n) { return d[n].is_text() ? "#text" : std::string(d.tag_name(n)); }

  void merge(const Document& d, NodeId n, std::size_t number) {
    ++pages;
    for (const std::string& word : words_of(d.text(n))) ++features[word][number];
    merge_children(d, children_of(d, n), number);
  }
  void merge_children(const Document& d, const std::vector<NodeId>& children, std::size_t number) {
    std::vector<std::string> names;
    for (const NodeId c : children) names.push_back(name(d, c));
    ++style_pages[names];
    auto& elements = styles.try_emplace(names, children.size()).first->second;
    for (std::size_t i = 0; i < children.size(); ++i) elements[i].merge(d, children[i], number);
  }

  bool is_leaf() const { return styles.size() == 1 && styles.begin()->first.empty(); }
  double entropy(const std::vector<double>& shares) const {
    double sum = 0;
    for (const double p : shares) sum -= p * std::log(p) / std::log(pages);
    return sum;
  }
  double node_importance() const {
    if (is_leaf() && features.empty()) return 0;
    if (pages == 1) return 1;
    if (!is_leaf()) {
      std::vector<double> shares;
      for (const auto& [style, count] : style_pages) shares.push_back(double(count) / pages);
      return entropy(shares);
    }
    double sum = 0;
    for (const auto& [feature, by_page] : features) {
      double all = 0;
      for (const auto& [page, times] : by_page) all += times;
      std::vector<double> shares;
      for (const auto& [page, times] : by_page) shares.push_back(times / all);
      sum += entropy(shares);
    }
    return 1 - sum / double(features.size());
  }
  double composite_importance() const {
    if (is_leaf()) return node_importance();
    double below = 0;
    for (const auto& [style, elements] : styles) {
      double sum = 0;
      for (const NaiveElement& element : elements) sum += element.composite_importance();
      if (!elements.empty()) below += double(style_pages.at(style)) / pages * sum / double(elements.size());
    }
    const double gamma_l = std::pow(0.9, double(styles.size()));
    return (1 - gamma_l) * node_importance() + gamma_l * below;
  }
  double highest() const {
    double out = composite_importance();
    for (const auto& [style, elements] : styles)
      for (const NaiveElement& element : elements) out = std::max(out, element.highest());
    return out;
  }
};

void compare(const SiteStyleTree& site, const NaiveElement& naive, const Document& d, NodeId n) {
  const auto e = site.element_of(n);
  BOOST_REQUIRE_SMALL(site.node_importance(e) - naive.node_importance(), 1e-5);
  BOOST_REQUIRE_SMALL(site.composite_importance(e) - naive.composite_importance(), 1e-5);
  const double highest = naive.highest();
  BOOST_REQUIRE(site.noisy(e, highest + 1e-5) && !site.noisy(e, highest - 1e-5));
  const auto children = children_of(d, n);
  std::vector<std::string> names;
  for (const NodeId c : children) names.push_back(NaiveElement::name(d, c));
  for (std::size_t i = 0; i < children.size(); ++i) compare(site, naive.styles.at(names)[i], d, children[i]);
}

void check(const std::vector<const Document*>& pages) {
  NaiveElement naive;
  for (std::size_t i = 0; i < pages.size(); ++i) naive.merge_children(*pages[i], {0}, i);
  const SiteStyleTree site(pages, Strictness::tag);
  const Document& key = *pages[0];
  compare(site, naive.styles.at({NaiveElement::name(key, 0)})[0], key, 0);
}

// The small trees, with each leaf "qx()" a text: of one word, or of two, one of them from the other text.
std::vector<Document> small_pages(int most_nodes, std::string_view text) {
  std::vector<Document> pages;
  for (int nodes = 1; nodes <= most_nodes; ++nodes)
    for (std::string notation : test::all_trees(nodes, 2)) {
      for (std::size_t at; notation.size() > 4 && (at = notation.find("qx()")) != std::string::npos;)
        notation.replace(at, 4, text);
      pages.push_back(tree(notation));
    }
  return pages;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_style_tree)

BOOST_AUTO_TEST_CASE(importances_meet_their_definition_on_all_small_sites) {
  const auto keys = small_pages(4, "'one'"), others = small_pages(3, "'one two'"), more = small_pages(2, "'two two'");
  for (const Document& key : keys)
    for (const Document& a : others) {
      check({&key, &a});
      for (const Document& b : more) check({&key, &a, &b});
    }
  for (const Document& key : keys)
    for (const Document& same : keys) check({&key, &same, &key});
}

BOOST_AUTO_TEST_CASE(a_menu_is_noisy_and_an_article_is_not) {
  const Document a = tree("html(ul(li('home') li('news')) p('the first story tells of ships'))");
  const Document b = tree("html(ul(li('home') li('news')) p('another one is about weather'))");
  const Document* pages[] = {&a, &b};
  const SiteStyleTree site(pages, Strictness::tag);
  BOOST_TEST(site.node_importance(site.element_of(3)) == 0.0);  // 'home'
  BOOST_TEST(site.node_importance(site.element_of(7)) == 1.0);  // the story
  BOOST_TEST(site.noisy(site.element_of(1), 0.2));
  BOOST_TEST(!site.noisy(site.element_of(6), 0.2));
}

BOOST_AUTO_TEST_CASE(images_and_links_are_features) {
  const Document a = test::html("<body><a href=/1>more</a><img src=/x/logo.png><img src=/x/1.png>");
  const Document b = test::html("<body><a href=/2>more</a><img src=/y/logo.png><img src=/x/2.png>");
  const Document* pages[] = {&a, &b};
  const SiteStyleTree site(pages, Strictness::tag);
  const NodeId link = a.find(Tag::a), logo = a.find(Tag::img), photo = a.find(Tag::img, logo + 1);
  // Three features: the word on both pages (H = 1), a target on each (H = 0).
  BOOST_TEST(site.node_importance(site.element_of(link + 1)) == 2.0 / 3, boost::test_tools::tolerance(1e-5));
  BOOST_TEST(site.node_importance(site.element_of(logo)) == 0.0);
  BOOST_TEST(site.node_importance(site.element_of(photo)) == 1.0);
}

BOOST_AUTO_TEST_CASE(a_page_too_many_is_left_out) {
  const Document key = tree("r(p p p)"), big = tree("r(q q q q q q q q q)"), small = tree("r(q)");
  const Document* pages[] = {&key, &big, &small};
  const SiteStyleTree site(pages, Strictness::tag, 10);
  const Document* without_it[] = {&key, &small};
  const SiteStyleTree expected(without_it, Strictness::tag);
  BOOST_TEST(site.size() == expected.size());
  BOOST_TEST(site.node_importance(site.element_of(0)) == expected.node_importance(expected.element_of(0)));
}

BOOST_AUTO_TEST_SUITE_END()
