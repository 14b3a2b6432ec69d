// The text of a page split at block boundaries, and which parts of it the siblings repeat.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dom/document.h"

namespace pith {

// Consecutive visible text nodes with no block boundary between them: what a reader sees as one line or paragraph.
struct TextRun {
  NodeId begin, end;    // the text nodes lie in [begin, end); elements between them are inline
  NodeId block;         // innermost block element around them
  std::uint32_t words;  // core/text/words.h
  std::uint64_t hash;   // of the text with white space collapsed
};

// Whether a reader sees the text node: it is content and not hidden.
bool is_visible_text(const Node& node);

// In document order. O(nodes + text).
std::vector<TextRun> text_runs(const Document& document);

// For each run of the key page, whether its exact text occurs on more than half of the siblings. With fewer than two
// siblings, all are false. A sibling that repeats more than half of the key page's long runs (20 words or more, at
// least two of them) is a copy or a reprint, not a page to learn the template from, and does not count.
// O(nodes + text of all pages).
std::vector<bool> repeated_runs(std::span<const TextRun> key, std::span<const Document* const> siblings);

}  // namespace pith
