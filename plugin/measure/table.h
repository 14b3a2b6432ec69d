// A report's tables, and their forms: text for terminals, Markdown, HTML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::eval {

struct Table {
  std::string title;
  std::vector<std::string> header;                  // the first column is text, the others are numbers
  std::vector<std::vector<std::string>> rows = {};  // as many cells as the header
  std::string note = {};                            // below the table; may be empty
  int best_in = 0;                                  // column whose best row HTML marks; 0: none
  bool records = false;                             // long cells: text shows each row on separate lines
};

// Columns aligned by characters.
std::string to_text(const Table& table);
std::string to_markdown(const Table& table);
std::string to_html(const Table& table);

// Escapes &, <, > and quotes.
std::string escape_html(std::string_view text);

}  // namespace pith::eval
