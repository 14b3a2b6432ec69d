// All short rows of numbers, for oracles of algorithms on rows of tokens, strings or lines.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace pith::test {

// Every row of at most `size` of the values, the empty one first.
template <typename T>
std::vector<std::vector<T>> all_rows(std::size_t size, const std::vector<T>& values) {
  std::vector<std::vector<T>> rows{{}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() == size) continue;
    for (const T value : values) {
      std::vector<T> longer = rows[i];
      longer.push_back(value);
      rows.push_back(std::move(longer));
    }
  }
  return rows;
}

}  // namespace pith::test
