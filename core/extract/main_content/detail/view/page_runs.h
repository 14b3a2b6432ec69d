// The text runs of a page view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/page_elements.h"
#include "core/extract/main_content/detail/view/text_scan.h"

namespace pith {

using RunId = std::uint32_t;

// A text run (core/dom/text_runs.h) with what is known about it by itself. Unlike there, hidden text makes runs of its
// own: tabs and folded parts may be content, and some pages hide everything until a script has run.
struct ViewRun {
  NodeId begin, end, block;  // as in TextRun
  NodeId top;                // the innermost element around all of it
  std::uint32_t first_word;  // in PageRuns::words
  TextCounts text;
  std::uint32_t link_words;
  std::uint64_t hash;         // of the words
  std::uint64_t masked_hash;  // of the words without numbers, dates and links; of links alone, of the words
  // For comparison with other pages: the same, but text in a heading only matches a heading of the same path. The title
  // of one page may be in the menus of all others.
  std::uint64_t site_hash, site_masked_hash;
  std::uint32_t phrases;  // for short runs (core/extract/main_content/detail/view/phrases.h)
  std::uint32_t copies;   // runs of the page with the same words, including this one
  bool prose;             // reads like sentences
  bool hidden;
};

struct PageRuns {
  std::vector<ViewRun> list;         // in document order
  std::vector<std::uint32_t> words;  // hashes of the words of all runs
  bool hides_most_prose = false;

  std::size_t size() const { return list.size(); }
  bool empty() const { return list.empty(); }
  const ViewRun& operator[](std::size_t r) const { return list[r]; }
  auto begin() const { return list.begin(); }
  auto end() const { return list.end(); }

  std::span<const std::uint32_t> words_of(const ViewRun& run) const {
    return std::span(words).subspan(run.first_word, run.text.words);
  }
};

// O(nodes + text).
PageRuns read_runs(const Document& page, const PageElements& elements);

}  // namespace pith
