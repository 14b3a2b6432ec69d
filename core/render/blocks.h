// The node set read as blocks: paragraphs, headings, list items, table cells, code, quotes, captions.
//
// Text, Markdown, JSON structure and the fields of the index are all read off this one list, so they never disagree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

enum class Region : std::uint8_t { heading, paragraph, list, table, code, quote, caption };

// "heading", "paragraph", ...
std::string_view name_of(Region region);

// A stretch of text of the node set that a reader sees as one block.
struct Block {
  NodeId node = 0;  // the innermost block element around the text (may lie outside of the node set)
  Region region = Region::paragraph;
  std::uint8_t level = 0;                        // headings: 1 to 6; list items: nesting depth from 1; otherwise 0
  bool ordered = false;                          // list items: in an <ol>
  bool starts_item = false;                      // list items: first block of its <li> or <dt>, where the marker stands
  bool starts_row = false;                       // table cells: first cell of its row that has text
  bool header_cell = false;                      // table cells: a <th>
  std::uint32_t begin = 0, end = 0;              // bytes in Blocks::text
  std::uint32_t begin_chars = 0, end_chars = 0;  // the same in code points: what Lucene++ counts
  std::vector<std::uint32_t> trail = {};         // indices of the headings above, outermost first
};

struct Blocks {
  std::vector<Block> blocks;  // in document order; none of them empty
  std::string text;           // the blocks' texts joined by one '\n': the page's main text. Valid UTF-8 in NFC if the
                              // document's text is.
};

// Reads the blocks of a node set. The block structure (what is a list item, a cell) comes from all ancestors, in the
// set or not, and text that is non-content is left out even if the set holds it. Accepts any document.
//
// White space is folded except in <pre>, see core/text/white_space.h; <br> ends a line inside of a block as '\n', never
// makes an empty one. A heading, a <pre> and a data table's cell are one block each, whatever blocks they hold: those
// become lines. Cells of tables that only lay out the page (core/render/detail/data_tables.h) are no blocks, the paragraphs in them
// are. Elsewhere the region is that of the innermost <li>, <dt>, <dd>, <blockquote>, <figcaption> or <caption>. A <dd>
// goes on in the item of its <dt>. Links of a heading to itself ("¶") are left out. O(nodes + text).
Blocks read_blocks(const Document& document, const NodeSet& content);

// Where a node stands, as an XPath: "html/body/div[2]/p[3]": element names with one-based positions among siblings of
// that name where there are several; a text node ends in "text()" without a position. Of paths longer than 64 steps the
// last 64, after "//"; a name over 32 bytes is "*". O(siblings of the path).
std::string path_of(const Document& document, NodeId n);

}  // namespace pith
