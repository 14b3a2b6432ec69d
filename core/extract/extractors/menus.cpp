// Menus: concentrations of short links. Returns the menus, not the content.
//
// The extension proposed in the chars-nodes ratio paper, §VI: a ratio hyperlinks/nodes instead of characters/nodes
// discovers "big concentrations of links"; those "where the links contain less characters" are the menus. The paper
// says no more.
//
// Here a hyperlink counts as one node, and so does an invisible element; <nav> is counted whole, unlike in Algorithm 1
// (cnr.h), since menus are the goal. Hyperlinks are <a href> with visible text.
// A concentration has at least `links` hyperlinks, `ratio` of them per node, at most `characters` characters in each on
// average (white space does not count), and the share `linked` of its text in them: a paragraph full of links has the
// ratio of a list, and so has a page's wrapper around a long menu. Of nested ones the topmost is the menu; <body> and
// the root never are. Defaults were chosen by measurement on labelled pages: they find much text outside the labelled
// content, and hardly any inside.
#include "core/extract/extractors/detail/menus.h"

#include <cstdint>
#include <memory>
#include <vector>

#include "core/extract/extractor.h"
#include "core/extract/extractors/detail/filters.h"

namespace pith {

std::vector<NodeId> menus_of(const Document& page, const MenuOptions& options) {
  std::vector<LinkedText> held = linked_text(page);
  std::vector<std::uint32_t> weight(page.size(), 1);
  for (NodeId n = page.size(); n-- > 1;) {
    const NodeId parent = page[n].parent;
    const bool link = page[n].tag == Tag::a && held[n].links > 0;
    if (link || page[n].flags & (Node::non_content | Node::hidden)) weight[n] = 1;
    held[parent].add(held[n]);
    weight[parent] += weight[n];
  }
  const auto is_menu = [&](NodeId n) {
    const LinkedText& text = held[n];
    return page[n].is_element() && page[n].tag != Tag::body && text.links >= options.links &&
           text.links >= options.ratio * weight[n] && text.linked <= options.characters * text.links &&
           text.linked >= options.linked * text.characters;
  };
  std::vector<NodeId> menus;
  for (NodeId n = 1; n < page.size();) {
    const bool menu = is_menu(n);
    if (menu) menus.push_back(n);
    n = menu ? page.end_of(n) : n + 1;
  }
  return menus;
}

namespace {

class Menus final : public Extractor {
 public:
  explicit Menus(const Parameters& p)
      : options_{.ratio = parameter<double>(p, "ratio"),
                 .links = static_cast<std::uint32_t>(parameter<long>(p, "links")),
                 .characters = parameter<double>(p, "characters"),
                 .linked = parameter<double>(p, "linked")} {}

  NodeSet choose(const ExtractorInput& input) const override {
    NodeSet menus(input.page);
    for (const NodeId n : menus_of(input.page, options_)) menus.add_subtree(input.page, n);
    return menus;
  }

 private:
  MenuOptions options_;
};

}  // namespace

ExtractorInfo menus_info() {
  return {
      .name = "menus",
      .version = 1,
      .site_level = false,
      .summary = "the page's menus, not its content: concentrations of short links",
      .source = "the chars-nodes ratio paper (users.dsic.upv.es/~jsilva/CNR), section VI",
      .parameters =
          {
              {.name = "ratio",
               .meaning = "hyperlinks per node from which an element is a concentration of links",
               .fallback = 0.2,
               .minimum = 0.01,
               .maximum = 1},
              {.name = "links",
               .meaning = "hyperlinks from which an element is a concentration of links",
               .fallback = 3L,
               .minimum = 1,
               .maximum = 1000},
              {.name = "characters",
               .meaning = "characters in a menu's links, on average and at most",
               .fallback = 20.0,
               .minimum = 1,
               .maximum = 1000},
              {.name = "linked",
               .meaning = "share of a menu's characters that are in links, at least",
               .fallback = 0.8,
               .minimum = 0,
               .maximum = 1},
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Menus>(p); },
  };
}

}  // namespace pith
