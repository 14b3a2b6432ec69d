// The lines of the page's source, as extractors count them that know nothing but lines.
//
// Lines of what core/dom/detail/source_tokens.h keeps, so scripts, styles and comments are out, and so are the lines
// that they leave empty. A line ends where it does in the source, and besides before the start tag and behind the end
// tag of a block element, and behind a <br>: Mohammadzadeh et al. 2011, §3.1 works on "lines of a normalized source
// code representation" and does not say which. Measured over 60 pages of each data set, mean word F1: the source's
// lines as they are 0.78 for danag and 0.77 for cetr, a line a block 0.81 and 0.80, both breaks 0.81 and 0.78. Both
// were taken: they keep what the author's layout tells, and pages written on one line, or built without lines, need no
// rule of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dom/document.h"

namespace pith {

struct SourceLine {
  std::uint32_t text = 0, code = 0;  // characters of text and of tags
  std::uint32_t tags = 0;
};

// The part of a text node that stands on a line.
struct LinePiece {
  NodeId node;
  std::uint32_t line;         // index into SourceLines::lines
  std::uint32_t begin, size;  // bytes of the node's text
  std::uint32_t length;       // in characters, see source_length
};

struct SourceLines {
  std::vector<SourceLine> lines;
  std::vector<LinePiece> pieces;  // in document order, so those of a node stand together
};

// In document order; no line is empty. O(nodes + text).
SourceLines source_lines(const Document& page);

// A flag per node: the text nodes of which more than half of the characters are on chosen lines. O(nodes + pieces).
std::vector<bool> text_on(const Document& page, const SourceLines& source, const std::vector<bool>& chosen_lines);

}  // namespace pith
