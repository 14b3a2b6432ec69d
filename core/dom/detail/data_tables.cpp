#include "core/dom/detail/data_tables.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace pith {
namespace {

constexpr std::uint32_t max_cell_bytes = 2000;
constexpr std::uint32_t max_cell_bytes_with_header = 4000;
constexpr std::uint32_t max_divs = 3;  // in a cell, without a header

struct OpenTable {
  NodeId node, end;
  NodeId cell_end = 0;  // of the cell being read
  std::uint32_t rows = 0, cells_in_row = 0, columns = 0;
  std::uint32_t cell_bytes = 0, largest_cell = 0;
  std::uint32_t paragraphs_in_cell = 0, divs_in_cell = 0;
  bool header = false;  // th, thead or caption
  bool flow = false;    // a cell with block structure inside
  bool never = false;
};

void read_element(const Document& document, NodeId n, OpenTable& table) {
  switch (document[n].tag) {
    case Tag::tr:
      ++table.rows;
      table.cells_in_row = 0;
      break;
    case Tag::th:
    case Tag::td:
      table.header |= document[n].tag == Tag::th;
      table.columns = std::max(table.columns, ++table.cells_in_row);
      table.cell_end = document.end_of(n);
      table.cell_bytes = table.paragraphs_in_cell = table.divs_in_cell = 0;
      break;
    case Tag::thead:
    case Tag::caption:
      table.header = true;
      break;
    case Tag::pre:
    case Tag::listing:
    case Tag::xmp:
      table.never = true;
      break;
    case Tag::p:
      table.flow |= ++table.paragraphs_in_cell > 1;
      break;
    case Tag::div:
      table.flow |= ++table.divs_in_cell > max_divs;
      break;
    case Tag::ul:
    case Tag::ol:
    case Tag::dl:
    case Tag::blockquote:
    case Tag::article:
    case Tag::section:
    case Tag::form:
      table.flow = true;
      break;
    default:
      table.flow |= heading_level(document[n].tag) > 0;
  }
}

bool holds_data(const OpenTable& table) {
  if (table.never || table.columns == 0) return false;
  if (table.header) return table.largest_cell <= max_cell_bytes_with_header;
  return table.rows > 1 && table.columns > 1 && !table.flow && table.largest_cell <= max_cell_bytes;
}

}  // namespace

std::vector<NodeId> data_tables(const Document& document) {
  std::vector<NodeId> result;
  std::vector<OpenTable> open;
  for (NodeId n = 0; n < document.size(); ++n) {
    while (!open.empty() && open.back().end <= n) {
      if (holds_data(open.back())) result.push_back(open.back().node);
      open.pop_back();
    }
    const Node& node = document[n];
    if (node.is_element() && node.tag == Tag::table) {
      if (!open.empty()) open.back().never = true;
      OpenTable table{.node = n, .end = document.end_of(n)};
      const std::string_view role = document.attribute(n, "role");
      table.never = role == "presentation" || role == "none";
      open.push_back(table);
    } else if (!open.empty() && node.is_element()) {
      read_element(document, n, open.back());
    } else if (!open.empty() && node.is_content() && n < open.back().cell_end) {
      OpenTable& table = open.back();
      table.cell_bytes += node.data_size;
      table.largest_cell = std::max(table.largest_cell, table.cell_bytes);
    }
  }
  for (const OpenTable& table : open)
    if (holds_data(table)) result.push_back(table.node);
  return result;
}

}  // namespace pith
