#include "plugin/measure/table.h"

#include <algorithm>
#include <charconv>

#include "core/text/html_escape.h"
#include "core/text/white_space.h"

namespace pith::eval {
namespace {

// "–" and similar characters are one column wide.
std::string padded(const std::string& cell, std::size_t width, bool left) {
  const std::size_t size = count_chars(cell);
  const std::string space(width > size ? width - size : 0, ' ');
  return left ? cell + space : space + cell;
}

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& cell : table.header) widths.push_back(count_chars(cell));
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], count_chars(row[i]));
  return widths;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    out += ' ';
    for (const char c : cell) {
      if (c == '|') out += '\\';
      out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
    out += " |";
  }
  return out + "\n";
}

double number_of(const std::string& cell) {
  double value = -1;
  const char* begin = cell.data();
  if (cell.starts_with('.')) {  // ".912"
    const std::string whole = "0" + cell;
    std::from_chars(whole.data(), whole.data() + whole.size(), value);
    return value;
  }
  std::from_chars(begin, begin + cell.size(), value);
  return value;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

std::string to_text(const Table& table) {
  std::string out;
  if (!table.title.empty()) out += table.title + "\n";
  if (table.records) {
    for (const auto& row : table.rows) {
      out += "  " + row.front() + "\n";
      for (std::size_t i = 1; i < row.size(); ++i) out += "    " + table.header[i] + ": " + row[i] + "\n";
    }
    return out + "\n";
  }
  const auto widths = widths_of(table);
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = "  ";
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i > 0 ? "  " : "") + padded(cells[i], widths[i], i == 0);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  line(table.header);
  for (const auto& row : table.rows) line(row);
  if (!table.note.empty()) out += "  " + table.note + "\n";
  return out + "\n";
}

std::string to_markdown(const Table& table) {
  std::string out;
  if (!table.title.empty()) out += "### " + table.title + "\n\n";
  out += markdown_row(table.header) + "|---|";
  for (std::size_t i = 1; i < table.header.size(); ++i) out += "--:|";
  out += "\n";
  for (const auto& row : table.rows) out += markdown_row(row);
  if (!table.note.empty()) out += "\n" + table.note + "\n";
  return out + "\n";
}

std::string to_html(const Table& table) {
  double best = -1;
  const auto column = static_cast<std::size_t>(table.best_in);
  if (column > 0)
    for (const auto& row : table.rows) best = std::max(best, number_of(row[column]));
  std::string out = "<table>";
  if (!table.title.empty()) out += "<caption>" + escape_html(table.title) + "</caption>";
  out += "<thead><tr>";
  for (const std::string& cell : table.header) out += "<th scope=\"col\">" + escape_html(cell) + "</th>";
  out += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    const bool winner = column > 0 && best >= 0 && number_of(row[column]) == best;
    out += winner ? "<tr class=\"best\">" : "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      out += (i == 0 ? "<th scope=\"row\">" : "<td>") + escape_html(row[i]) + (i == 0 ? "</th>" : "</td>");
    out += "</tr>\n";
  }
  out += "</tbody></table>\n";
  if (!table.note.empty()) out += "<p class=\"note\">" + escape_html(table.note) + "</p>\n";
  return out;
}

}  // namespace pith::eval
