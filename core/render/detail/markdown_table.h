// A data table as GitHub's Markdown table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/dom/document.h"
#include "core/render/detail/block_scan.h"

namespace pith {

// Collects the cells of one table at a time. Rows without content are left out; cells that span columns or rows are
// followed by empty ones, in the first 16 columns. The first row is the header if it is in a <thead> or all its cells
// are <th>; otherwise the header is empty.
class MarkdownTable {
 public:
  explicit MarkdownTable(const Document& document) : document_(document) {}

  // The table being collected, or no_node.
  NodeId node() const { return table_; }

  // Adds a cell of that table, in document order; `text` is Markdown without line ends.
  void add(const ScannedBlock& cell, std::string text);

  struct Lines {
    std::string head;         // the header row, and the line below it; empty if no cell has text
    NodeId header = no_node;  // its <tr>; no_node: it is empty
    std::vector<std::pair<NodeId, std::string>> rows;  // the others, by <tr>
  };
  // Linear in the table. The next cell begins another one.
  Lines finish_lines();

  // The same joined by '\n'.
  std::string finish();

 private:
  struct Row {
    NodeId node;
    std::vector<std::string> cells;
  };

  std::vector<Row> read_rows();
  bool is_empty(NodeId cell) const;
  bool is_header(NodeId tr) const;

  const Document& document_;
  NodeId table_ = no_node;
  std::vector<std::pair<NodeId, std::string>> cells_;
};

}  // namespace pith
