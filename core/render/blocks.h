// The node set read as blocks: paragraphs, headings, list items, table cells, code, quotes, captions.
//
// Text, Markdown, JSON structure and the fields of the index are all read off this one list, so they never disagree.
#pragma once

#include <string>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/render/block.h"

namespace pith {

// Reads the blocks of a node set. The block structure (what is a list item, a cell) comes from all ancestors, in the
// set or not, and text that is non-content is left out even if the set holds it. Accepts any document.
//
// White space is folded except in <pre>, see core/text/white_space.h; <br> ends a line inside of a block as '\n', never
// makes an empty one. A heading, a <pre> and a data table's cell are one block each, whatever blocks they hold: those
// become lines. Cells of tables that only lay out the page (no Node::data_table) are no blocks, the paragraphs in them
// are. Elsewhere the region is that of the innermost <li>, <dt>, <dd>, <blockquote>, <figcaption> or <caption>. A <dd>
// goes on in the item of its <dt>. Links of a heading to itself ("¶") are left out. O(nodes + text).
Blocks read_blocks(const Document& document, const NodeSet& content);

// Where a node stands, as an XPath: "html/body/div[2]/p[3]": element names with one-based positions among siblings of
// that name where there are several; a text node ends in "text()" without a position. Of paths longer than 64 steps the
// last 64, after "//"; a name over 32 bytes is "*". O(siblings of the path).
std::string path_of(const Document& document, NodeId n);

}  // namespace pith
