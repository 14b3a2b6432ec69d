// The diagram of a page's lines that DANAg and its predecessors use (Mohammadzadeh et al. 2011, §3.2, §3.3): above the
// axis is evidence for content, below it against.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/dom/detail/source_lines.h"
#include "core/extract/extractor.h"

namespace pith {

// Consecutive lines above the axis.
struct Paragraph {
  std::size_t begin, end;    // lines [begin, end)
  std::uint64_t characters;  // of T1 in them
  bool operator==(const Paragraph&) const = default;
};

// §3.2: the maximal runs of lines with diff_i > 0, where diff_i is the sum of T1 - T2 over the lines i - 1, i and i + 1
// (over two at either end). t1 and t2 are of equal size. O(lines).
std::vector<Paragraph> paragraphs_above(std::span<const std::uint32_t> t1, std::span<const std::uint32_t> t2);

// §3.3: the paragraph with the most characters (the first of equals) and, up and down from it, all that follow with at
// most `gap` lines between one and the next, as a range of lines [begin, end); {0, 0} if there are no paragraphs.
// O(paragraphs).
std::pair<std::size_t, std::size_t> grow_area(std::span<const Paragraph> paragraphs, std::size_t gap);

// Both, and §3.4: the text on the lines of the area, including the lines between its paragraphs. The paper passes "the
// main content area" to its parser, and leaves open whether the gaps belong to it; measurement favours them (mean word
// F1 over all data sets 0.82, without 0.81). O(nodes + pieces).
std::vector<bool> text_of_area(const Document& page, const SourceLines& source, std::span<const std::uint32_t> t1,
                               std::span<const std::uint32_t> t2, std::size_t gap);

ParameterInfo gap_parameter();

}  // namespace pith
