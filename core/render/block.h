// One block of main content, and all blocks with their text: what core/render/blocks.h reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"

namespace pith {

enum class Region : std::uint8_t { heading, paragraph, list, table, code, quote, caption };

inline constexpr std::array<std::string_view, 7> region_names = {"heading", "paragraph", "list",   "table",
                                                                 "code",    "quote",     "caption"};
constexpr std::string_view name_of(Region region) { return region_names[static_cast<std::size_t>(region)]; }

// A stretch of text of the node set that a reader sees as one block.
struct Block {
  NodeId node = 0;  // the innermost block element around the text (may lie outside of the node set)
  Region region = Region::paragraph;
  std::uint8_t level = 0;                        // headings: 1 to 6; list items: nesting depth from 1; otherwise 0
  bool ordered = false;                          // list items: in an <ol>
  bool starts_item = false;                      // list items: first block of its <li> or <dt>, which has the marker
  bool term = false;                             // list items: in a <dt> that links can lead to, as manuals have them
  bool starts_row = false;                       // table cells: first cell of its row that has text
  bool header_cell = false;                      // table cells: a <th>
  bool linked = false;                           // its whole text is in links, none of them to a place of the same page
  std::uint32_t begin = 0, end = 0;              // bytes of Blocks::text
  std::uint32_t begin_chars = 0, end_chars = 0;  // the same in code points: what Lucene++ counts
  std::vector<std::uint32_t> trail = {};         // indices of the headings above, outermost first
};

struct Blocks {
  std::vector<Block> blocks;  // in document order; none of them empty
  // The blocks' texts joined by one '\n': the page's main text. Valid UTF-8 in NFC: a character reference may bring a
  // mark to its letter, and whoever brings the text into this form later must not move the offsets.
  std::string text;
};

}  // namespace pith
