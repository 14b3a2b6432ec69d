// The columns of `pith map --format columns`: the same in every line, so that any reader of JSON lines makes a table of
// them, and Parquet of that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith::map {

struct Column {
  std::string name;
  std::string_view type;  // "text", "texts" (a list), "number" or "integer"; each may be null
  std::string meaning;
};

// In the order of a line.
std::vector<Column> columns();

}  // namespace pith::map
