#include "core/render/detail/markdown_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_spanned_columns = 16;

bool is_cell(const Node& node) { return node.is_element() && (node.tag == Tag::td || node.tag == Tag::th); }

std::uint32_t span_of(std::string_view text, std::uint32_t maximum) {
  std::uint32_t span = 1;
  std::from_chars(text.data(), text.data() + text.size(), span);
  return std::clamp(span, 1u, maximum);
}

void write_row(std::string& out, const std::vector<std::string>& cells, std::size_t columns) {
  out += '|';
  for (std::size_t i = 0; i < columns; ++i) {
    out += ' ';
    if (i < cells.size() && !cells[i].empty()) out += cells[i] + ' ';
    out += '|';
  }
}

}  // namespace

void MarkdownTable::add(const ScannedBlock& cell, std::string text) {
  table_ = cell.table;
  cells_.emplace_back(cell.block.node, std::move(text));
}

bool MarkdownTable::is_empty(NodeId cell) const {
  for (NodeId n = cell + 1; n < document_.end_of(cell); ++n)
    if ((document_[n].is_text() && !trim_space(document_.text(n)).empty()) || document_[n].tag == Tag::img)
      return false;
  return true;
}

bool MarkdownTable::is_header(NodeId tr) const {
  if (document_[document_[tr].parent].tag == Tag::thead) return true;
  bool any = false;
  for (NodeId n = document_.first_child(tr); n != no_node; n = document_.next_sibling(n)) {
    if (!is_cell(document_[n])) continue;
    const bool header = document_[n].tag == Tag::th || document_.attribute(n, "role") == "columnheader";
    if (!header && !is_empty(n)) return false;  // the corner above row headers is often an empty <td>
    any |= header;
  }
  return any;
}

std::vector<MarkdownTable::Row> MarkdownTable::read_rows() {
  std::vector<Row> rows;
  std::array<std::uint32_t, max_spanned_columns> spanned{};  // rows that a cell above still covers
  auto next = cells_.begin();
  for (NodeId tr = table_ + 1; tr < document_.end_of(table_); ++tr) {
    if (document_[tr].tag != Tag::tr || document_[tr].is_text()) continue;
    Row row{tr, {}};
    const auto skip_spanned = [&] {
      while (row.cells.size() < spanned.size() && spanned[row.cells.size()] > 0) {
        --spanned[row.cells.size()];
        row.cells.emplace_back();
      }
    };
    bool any = false;
    for (NodeId n = document_.first_child(tr); n != no_node; n = document_.next_sibling(n)) {
      if (!is_cell(document_[n])) continue;
      skip_spanned();
      const std::uint32_t columns = span_of(document_.attribute(n, "colspan"), max_spanned_columns);
      const std::uint32_t below = span_of(document_.attribute(n, "rowspan"), 1000) - 1;
      for (std::uint32_t i = 0; i < columns; ++i) {
        if (i > 0 && row.cells.size() >= max_spanned_columns) break;
        if (row.cells.size() < spanned.size()) spanned[row.cells.size()] = below;
        row.cells.emplace_back();
        if (i > 0 || next == cells_.end() || next->first != n) continue;
        any |= !next->second.empty();
        row.cells.back() = std::move(next->second);
        ++next;
      }
    }
    skip_spanned();
    if (!any) continue;
    rows.push_back(std::move(row));
  }
  return rows;
}

MarkdownTable::Lines MarkdownTable::finish_lines() {
  const std::vector<Row> rows = read_rows();
  table_ = no_node;
  cells_.clear();
  Lines out;
  if (rows.empty()) return out;

  std::size_t columns = 0;
  for (const Row& row : rows) columns = std::max(columns, row.cells.size());
  if (is_header(rows[0].node)) out.header = rows[0].node;
  write_row(out.head, out.header != no_node ? rows[0].cells : std::vector<std::string>(), columns);
  out.head += "\n|";
  for (std::size_t i = 0; i < columns; ++i) out.head += " --- |";
  for (const Row& row : rows) {
    if (row.node == out.header) continue;
    write_row(out.rows.emplace_back(row.node, std::string()).second, row.cells, row.cells.size());
  }
  return out;
}

std::string MarkdownTable::finish() {
  Lines lines = finish_lines();
  for (const auto& [_, row] : lines.rows) lines.head += '\n' + row;
  return std::move(lines.head);
}

}  // namespace pith
