#include "core/extract/main_content/detail/features/features.h"

#include <algorithm>

namespace pith {

std::span<const Feature> features() {
  static const std::vector<Feature> all = [] {
    std::vector<Feature> out;
    for (const auto list :
         {text_features(), element_features(), container_features(), group_features(), page_features()})
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

FeatureTable feature_table(const PageView& view, std::span<const float> of_page, RunRange runs, std::size_t room) {
  const auto list = features();
  const std::size_t own = list.size() - of_page.size();
  FeatureTable table(runs.size(), list.size(), room);
  fill_columns(table, 0, list.first(own), view, runs.begin);
  for (std::size_t f = 0; f < of_page.size(); ++f) std::ranges::fill(table.column(own + f), of_page[f]);
  return table;
}

}  // namespace pith
