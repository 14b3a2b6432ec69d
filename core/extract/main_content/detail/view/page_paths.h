// The paths of a page view's runs, and the lines that recur on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/extract/main_content/detail/view/page_elements.h"
#include "core/extract/main_content/detail/view/page_runs.h"

namespace pith {

// All runs whose innermost elements have the same tags and classes up to the root.
struct Path {
  std::uint64_t key;  // ElementInfo::path
  std::uint32_t runs = 0, words = 0, link_words = 0, prose = 0;
};

struct PagePaths {
  std::vector<Path> list;             // in order of first appearance
  std::vector<std::uint32_t> by_run;  // numbers of paths

  std::size_t size() const { return list.size(); }
  const Path& operator[](std::size_t number) const { return list[number]; }
  const Path& of(RunId r) const { return list[by_run[r]]; }
};

// O(runs).
PagePaths number_paths(const PageElements& elements, const PageRuns& runs);

// Lines that show where one item ends and the next begins: dates, titles of teasers, "Posted by".
struct Line {
  bool dated = false;         // short, with a year or a time of day
  bool linked_title = false;  // a link of some words, right before text that is not a link: a teaser's
  // Short, and similar lines (path, first word) recur between the prose of the page.
  bool separator = false;
};

// By run. O(runs).
std::vector<Line> find_lines(const PageRuns& runs, const PagePaths& paths);

}  // namespace pith
