// All small pages of divs, texts, links and navs, for oracles of algorithms on the tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dom/detail/document_builder.h"
#include "core/dom/document.h"
#include "tests/support/trees.h"

namespace pith::test {

// Every tree with `nodes` nodes below <html><body>, each of them a <div>, a text, an <a href> or, with `kinds` 4, a
// <nav>. Texts are leaves of different lengths, and no two are adjacent.
inline std::vector<Document> all_pages(int nodes, int kinds = 3) {
  std::vector<Document> pages;
  for (const std::string& notation : all_trees(nodes + 1, kinds)) {
    if (notation[0] != 'p') continue;  // the root of the notation becomes <body>
    DocumentBuilder builder;
    builder.open("html");
    bool possible = true, root = true, after_text = false;
    int texts = 0;
    std::vector<bool> open;  // whether each open item is an element
    for (std::size_t i = 0; i < notation.size() && possible; ++i) {
      const char c = notation[i];
      if (c == 'q') {
        possible = notation[i + 3] == ')' && !after_text;
        static constexpr std::string_view words[] = {"one", "two words", "here are three", "a"};
        builder.text(words[texts++ % 4]);
        after_text = true;
        open.push_back(false);
      } else if (c >= 'p' && c <= 's') {
        builder.open(root ? "body" : c == 'p' ? "div" : c == 'r' ? "a" : "nav");
        if (c == 'r') builder.attribute("href", "/");
        root = after_text = false;
        open.push_back(true);
      } else if (c == ')') {
        if (open.back()) {
          builder.close();
          after_text = false;
        }
        open.pop_back();
      }
    }
    if (possible) pages.push_back(builder.finish());
  }
  return pages;
}

inline std::vector<NodeId> children_of(const Document& page, NodeId n) {
  std::vector<NodeId> out;
  for (NodeId child = page.first_child(n); child != no_node; child = page.next_sibling(child)) out.push_back(child);
  return out;
}

}  // namespace pith::test
