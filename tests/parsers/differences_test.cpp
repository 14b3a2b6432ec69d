// The trees that lexbor and gumbo make of labelled pages. PITH_FULL=1: of all of them, else of 250 a set.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "core/dom/detail/parser.h"
#include "tests/parsers/labelled_pages.h"

namespace fs = std::filesystem;
using namespace pith;

#ifdef PITH_LEXBOR
namespace {

// What differs first, or "".
std::string difference(const Document& a, const Document& b) {
  if (a.size() != b.size()) return "nodes";
  for (NodeId n = 0; n < a.size(); ++n) {
    if (a[n].depth != b[n].depth) return "depth";
    if (a[n].is_text() != b[n].is_text() || a.tag_name(n) != b.tag_name(n)) return "element";
    if (a.text(n) != b.text(n)) return "text";
    if (a[n].flags != b[n].flags) return "flags";
    const auto of_a = a.attributes(n), of_b = b.attributes(n);
    if (of_a.size() != of_b.size()) return "attributes";
    for (std::size_t i = 0; i < of_a.size(); ++i)
      if (a.name(of_a[i]) != b.name(of_b[i]) || a.value(of_a[i]) != b.value(of_b[i])) return "attributes";
  }
  return a.marked_ranges().size() == b.marked_ranges().size() ? "" : "marks";
}

}  // namespace

BOOST_AUTO_TEST_CASE(trees_of_labelled_pages) {
  std::map<std::string, int> differences;
  int pages = 0, same = 0;
  const bool visited = test::visit_labelled_pages([&](const fs::path& file, const std::string& html) {
    const auto by_gumbo = parse_with_gumbo(html, {}, nullptr), by_lexbor = parse_with_lexbor(html, {}, nullptr);
    BOOST_TEST(by_gumbo.ok() == by_lexbor.ok(), file);
    if (!by_gumbo.ok() || !by_lexbor.ok()) return;
    ++pages;
    const std::string what = difference(*by_gumbo, *by_lexbor);
    same += what.empty();
    if (what.empty()) return;
    ++differences[what];
    BOOST_TEST_MESSAGE(file << ": " << what);
  });
  if (!visited) return;
  std::printf("%d pages, %d with the same tree (%.1f %%)", pages, same, 100.0 * same / std::max(pages, 1));
  for (const auto& [what, count] : differences) std::printf(", %s %d", what.c_str(), count);
  std::puts("");
  BOOST_TEST(pages > 0);
  BOOST_TEST(same * 100 >= pages * 97);
}
#endif
