// Small documents for tests.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/detail/document_builder.h"
#include "core/dom/document.h"
#include "core/dom/parse.h"

namespace pith::test {

// Parses HTML that is known to be valid.
inline Document html(std::string_view text) {
  auto document = parse_html(text);
  return std::move(*document);
}

// Builds a tree from a short notation without a parser's additions: "a(b c('text' d))": names are elements, quoted
// words text nodes.
inline Document tree(std::string_view notation) {
  DocumentBuilder builder;
  for (std::size_t i = 0; i < notation.size();) {
    const char c = notation[i];
    if (c == ')') {
      builder.close();
      ++i;
    } else if (c == '\'') {
      const std::size_t end = notation.find('\'', i + 1);
      builder.text(notation.substr(i + 1, end - i - 1));
      i = end + 1;
    } else if (c == ' ') {
      ++i;
    } else {
      const std::size_t end = std::min(notation.find_first_of(" ()'", i), notation.size());
      builder.open(notation.substr(i, end - i));
      if (end < notation.size() && notation[end] == '(') {
        i = end + 1;
      } else {
        builder.close();
        i = end;
      }
    }
  }
  return builder.finish();
}

// Every tree with exactly `nodes` elements named by the first `names` letters, in the notation of tree().
inline std::vector<std::string> all_trees(int nodes, int names) {
  // forests[n]: all sequences of trees with n nodes in all.
  std::vector<std::vector<std::string>> trees(static_cast<std::size_t>(nodes) + 1),
      forests(static_cast<std::size_t>(nodes) + 1);
  forests[0] = {""};
  for (std::size_t n = 1; n <= static_cast<std::size_t>(nodes); ++n) {
    for (int name = 0; name < names; ++name)
      for (const std::string& children : forests[n - 1])
        trees[n].push_back(std::string(1, static_cast<char>('p' + name)) + "x(" + children + ")");
    for (std::size_t first = 1; first <= n; ++first)
      for (const std::string& head : trees[first])
        for (const std::string& rest : forests[n - first]) forests[n].push_back(head + " " + rest);
  }
  return trees[static_cast<std::size_t>(nodes)];
}

}  // namespace pith::test
