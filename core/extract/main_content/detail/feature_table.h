// A table of numbers with one row per text run and one column per feature, stored by column: so a forest can compare a
// threshold with the numbers of many rows at once (core/extract/main_content/detail/forest.h), and features can be
// added.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pith {

class FeatureTable {
 public:
  // Columns are padded with zeros to a multiple of this many rows.
  static constexpr std::size_t block = 64;

  // All numbers are zero. `room`: columns that can be added without copying.
  FeatureTable(std::size_t rows, std::size_t columns, std::size_t room = 0)
      : rows_(rows), columns_(columns), stride_((rows + block - 1) / block * block) {
    numbers_.reserve((columns + room) * stride_);
    numbers_.resize(columns * stride_);
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  float at(std::size_t row, std::size_t column) const { return numbers_[column * stride_ + row]; }
  std::span<float> column(std::size_t column) { return std::span(numbers_).subspan(column * stride_, rows_); }

  // The numbers of `block` rows from `row` on, which is a multiple of `block`.
  const float* block_of(std::size_t row, std::size_t column) const { return &numbers_[column * stride_ + row]; }

  // Adds columns of zeros after the existing ones. Invalidates spans.
  void add_columns(std::size_t more) {
    columns_ += more;
    numbers_.resize(columns_ * stride_);
  }

  // The same numbers row by row: how they are stored for training.
  std::vector<float> by_row() const {
    std::vector<float> out;
    out.reserve(rows_ * columns_);
    for (std::size_t r = 0; r < rows_; ++r)
      for (std::size_t c = 0; c < columns_; ++c) out.push_back(at(r, c));
    return out;
  }

 private:
  std::size_t rows_, columns_, stride_;
  std::vector<float> numbers_;
};

// Part of a page's runs: the rows of a table. Tables of large pages are made part by part, since the whole one would be
// many times as large as the page.
struct RunRange {
  std::uint32_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

// Calls work(RunRange) for each part.
template <typename Work>
void each_part(std::size_t runs, const Work& work) {
  constexpr std::uint32_t part = 2048;
  for (std::size_t begin = 0; begin < runs; begin += part)
    work(RunRange{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::min(begin + part, runs))});
}

// Writes each listed feature of each run, beginning with `first_run` in row 0, to the columns from `first` on. Some
// rows at a time, so that what features look at stays in the cache on large pages too.
template <typename List, typename View>
void fill_columns(FeatureTable& table, std::size_t first, const List& list, const View& view, std::uint32_t first_run) {
  for (std::size_t begin = 0; begin < table.rows(); begin += FeatureTable::block) {
    const std::size_t end = std::min(begin + FeatureTable::block, table.rows());
    std::size_t column = first;
    for (const auto& feature : list) {
      const std::span<float> numbers = table.column(column++);
      for (std::size_t r = begin; r < end; ++r)
        numbers[r] = feature.value(view, first_run + static_cast<std::uint32_t>(r));
    }
  }
}

}  // namespace pith
