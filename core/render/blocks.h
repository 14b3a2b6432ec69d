// The node set read as blocks: paragraphs, headings, list items, table cells, code, quotes, captions.
//
// Text, Markdown, JSON structure and the index fields are all made from this one list, so they never disagree.
#pragma once

#include <string>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/render/block.h"

namespace pith {

// Reads the blocks of a node set. The block structure (what is a list item, a cell) comes from all ancestors, in the
// set or not; non-content text is left out even if it is in the set. Accepts any document.
//
// White space is collapsed except in <pre>, see core/text/white_space.h; <br> ends a line inside a block as '\n', and
// never makes an empty line. A heading, a <pre> and a data table's cell are one block each, even if they contain
// blocks: those become lines. In tables that only lay out the page (no Node::data_table), the paragraphs are blocks,
// not the cells. Elsewhere the region is that of the innermost <li>, <dt>, <dd>, <blockquote>, <figcaption> or
// <caption>. A <dd> continues the item of its <dt>. Links of a heading to itself ("¶") and controls in
// it ("hide", "[edit]") are left out. O(nodes + text).
Blocks read_blocks(const Document& document, const NodeSet& content);

// Where a node is, as an XPath like "html/body/div[2]/p[3]": element names, with one-based positions if several
// siblings have the name; a text node ends in "text()" without a position. Paths longer than 64 steps are cut to the
// last 64, after "//"; a name over 32 bytes is "*". O(siblings of the path).
std::string path_of(const Document& document, NodeId n);

}  // namespace pith
