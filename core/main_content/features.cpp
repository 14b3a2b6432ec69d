#include "core/main_content/features.h"

#include <algorithm>

namespace pith {

std::span<const Feature> features() {
  static const std::vector<Feature> all = [] {
    std::vector<Feature> out;
    for (const auto list : {text_features(), element_features(), container_features(), group_features(), page_features()})
      out.insert(out.end(), list.begin(), list.end());
    return out;
  }();
  return all;
}

std::vector<float> page_row(const PageView& view) {
  std::vector<float> row;
  for (const Feature& f : page_features()) row.push_back(view.runs.empty() ? 0 : f.value(view, 0));
  return row;
}

std::vector<float> feature_rows(const PageView& view) {
  const auto list = features();
  const std::size_t of_page = page_features().size(), width = list.size();
  std::vector<float> rows(view.runs.size() * width);
  const std::vector<float> page_values = page_row(view);
  float* row = rows.data();
  for (RunId r = 0; r < view.runs.size(); ++r, row += width) {
    for (std::size_t f = 0; f + of_page < width; ++f) row[f] = list[f].value(view, r);
    std::copy(page_values.begin(), page_values.end(), row + width - of_page);
  }
  return rows;
}

}  // namespace pith
