// As much of the difference of two texts as a person reads: changes with one line of context, as in a unified diff, and
// for long lines the place where they differ.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/index/line_diff.h"

namespace pith::pipeline {

// A line, or the part of it that is shown. A line that replaces another one is compared with it by words: `before` and
// `after` are what both have, `changed` is what differs. Otherwise the whole line is in `changed`, or in `before` if it
// is kept.
struct ExcerptLine {
  Edit edit = Edit::keep;
  std::string before = {}, changed = {}, after = {};
};

// Neighbouring changes. Lines count from 1, as in "@@ -12,3 +12,2 @@"; 0 if there are none.
struct ExcerptHunk {
  std::size_t old_line = 1, old_count = 0, new_line = 1, new_count = 0;
  std::vector<ExcerptLine> lines;
};

struct DiffExcerpt {
  std::size_t removed = 0, added = 0;  // lines, in total
  std::vector<ExcerptHunk> hunks;
  std::size_t more = 0;  // changed lines that no hunk shows
};

// Shows at most max_lines changed lines, and at most about 300 bytes of each. UTF-8 stays valid.
DiffExcerpt diff_excerpt(std::string_view old, std::string_view now, std::size_t max_lines);

}  // namespace pith::pipeline
