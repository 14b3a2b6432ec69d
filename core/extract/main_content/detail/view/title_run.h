// The words of a page's title, and the run of a page view that says most of it.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/page_centres.h"
#include "core/extract/main_content/detail/view/page_runs.h"

namespace pith {

struct TitleRun {
  std::vector<std::uint32_t> words;  // hashes, sorted; of <title>, else of og:title
  std::bitset<1024> bits;            // of the words modulo 1024: enough to rule out most other words
  RunId run = 0;                     // the heading or short run that says most of the title
  float overlap = 0;                 // of its words and the title's (Dice); 0: no run says any of it
  Centre centre;                     // the run's innermost element

  // Whether the page's title has the word with this hash.
  bool has(std::uint32_t word) const {
    return bits[word % bits.size()] && std::binary_search(words.begin(), words.end(), word);
  }
};

void sort_distinct(std::vector<std::uint32_t>& words);

// O(nodes + words).
TitleRun find_title_run(const Document& page, const PageRuns& runs);

}  // namespace pith
