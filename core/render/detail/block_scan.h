// The one pass over a node set from which text, Markdown and structure are made: where blocks begin and end, what is
// around them, and the inline formatting of their text.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/render/block.h"

namespace pith {

// A list item or a quotation around a block.
struct Container {
  NodeId node;               // <li>, <dt> (for its <dd> too) or <blockquote>
  NodeId list = no_node;     // list items: the list; no_node: a quotation
  std::uint32_t number = 0;  // items of an <ol>
  bool ordered = false;

  bool is_item() const { return list != no_node; }
};

// Text of one format, or an image.
struct Run {
  enum Gap : std::uint8_t { none, space, line };

  NodeId image = no_node;            // no_node: text
  NodeId link = no_node;             // the <a href> around it
  std::uint32_t begin = 0, end = 0;  // in ScannedBlock::text
  Gap gap = none;                    // before the run; never before a block's first run
  bool strong = false, emphasis = false, code = false;
};

struct ScannedBlock {
  Block block;                            // read_blocks sets begin, end, trail, starts_item and starts_row
  NodeId item = no_node;                  // innermost list item, in regions that have one
  NodeId row = no_node, table = no_node;  // for cells of data tables
  std::vector<Container> containers;      // outermost first, at most max_containers
  std::vector<Run> runs;                  // code blocks: one
  std::string text;  // of the runs, with a ' ' or '\n' for the gaps; empty if there are only images
};

// Lists and quotations nested deeper than this are read as if flat: no honest page nests so deep, and the indentation
// of the output stays bounded.
inline constexpr std::size_t max_containers = 12;

// Calls `sink` for each block in document order; the block is only valid during the call. O(nodes + text).
void scan_blocks(const Document& document, const NodeSet& content,
                 const std::function<void(const ScannedBlock&)>& sink);

// 1 to 6 for h1 to h6 and role=heading (aria-level, 2 by default); 0 for all else, also for a heading with more than
// 500 bytes of text or 200 nodes, which was probably never closed.
int heading_level_of(const Document& document, NodeId n);

// Whether n is a tool, not content: a heading's link to itself, shown as "¶" or "#" or not at all, another control in a
// heading (heading_control.h), or a button in preformatted text, which copies it.
bool is_tool(const Document& document, NodeId n);

}  // namespace pith
