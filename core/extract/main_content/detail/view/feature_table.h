// A table of numbers with one row per text run and one column per feature, stored by column: so a forest can compare a
// threshold with the numbers of many rows at once (core/extract/main_content/detail/features/forest.h), and features
// can be added.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace pith {

class FeatureTable {
 public:
  // Columns are padded with zeros to a multiple of this many rows.
  static constexpr std::size_t block = 64;

  // The numbers are not set: whoever makes a table writes them all. `room`: columns that can be added without copying.
  FeatureTable(std::size_t rows, std::size_t columns, std::size_t room = 0)
      : rows_(rows),
        stride_((rows + block - 1) / block * block),
        capacity_(columns + room),
        numbers_(std::make_unique_for_overwrite<float[]>(capacity_ * stride_)) {
    add_columns(columns);
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  float at(std::size_t row, std::size_t column) const { return numbers_[column * stride_ + row]; }
  std::span<float> column(std::size_t column) { return {&numbers_[column * stride_], rows_}; }

  // The numbers of `block` rows from `row` on, which is a multiple of `block`.
  const float* block_of(std::size_t row, std::size_t column) const { return &numbers_[column * stride_ + row]; }

  // Adds columns after the existing ones; their numbers are not set. Invalidates spans.
  void add_columns(std::size_t more) {
    if (columns_ + more > capacity_) {
      auto larger = std::make_unique_for_overwrite<float[]>((columns_ + more) * stride_);
      std::copy_n(numbers_.get(), columns_ * stride_, larger.get());
      numbers_ = std::move(larger);
      capacity_ = columns_ + more;
    }
    for (const std::size_t end = columns_ + more; columns_ < end; ++columns_)
      std::fill_n(&numbers_[columns_ * stride_ + rows_], stride_ - rows_, 0.f);
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
  std::size_t rows_, columns_ = 0, stride_, capacity_;  // of columns
  std::unique_ptr<float[]> numbers_;
};

// Part of a page's runs: the rows of a table. Tables of large pages are made part by part, since the whole one would be
// many times as large as the page.
struct RunRange {
  std::uint32_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

// Pages up to this size are one part. Larger ones need the table of each part twice anyway (judge_page), and small
// tables are enough for the forests' blocks of rows.
inline constexpr std::uint32_t runs_at_once = 2048, runs_of_part = 128;

// Calls work(RunRange) for each part.
template <typename Work>
void each_part(std::size_t runs, const Work& work, std::uint32_t part_of_large = runs_of_part) {
  const std::uint32_t part = runs > runs_at_once ? part_of_large : runs_at_once;
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
