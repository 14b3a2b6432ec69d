// Pages for tests.
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/dom/parse.h"
#include "core/extract/detail/chosen_nodes.h"

namespace pith::test {

inline Document parsed(std::string_view html) {
  Result<Document> result = parse_html(html);
  BOOST_REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : result.error().message));
  return *std::move(result);
}

// The element with this id.
inline NodeId by_id(const Document& document, std::string_view id) {
  for (NodeId n = 0; n < document.size(); ++n)
    if (document.attribute(n, "id") == id) return n;
  BOOST_FAIL("no element has the id " + std::string(id));
  return no_node;
}

// All nodes that are not hidden.
inline NodeSet all_of(const Document& document) {
  NodeSet set(document);
  set.add_subtree(document, 0);
  remove_hidden(set, document);
  return set;
}

inline std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The cases of a fixtures folder: its .html files without a second extension.
inline std::vector<std::filesystem::path> html_cases(std::string_view folder) {
  std::vector<std::filesystem::path> cases;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(PITH_FIXTURES) / folder))
    if (entry.path().extension() == ".html" && !entry.path().stem().has_extension()) cases.push_back(entry.path());
  BOOST_REQUIRE(!cases.empty());
  return cases;
}

}  // namespace pith::test
