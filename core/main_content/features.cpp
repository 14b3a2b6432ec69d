#include "core/main_content/features.h"

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

std::vector<float> feature_rows(const PageView& view) {
  const auto list = features();
  const std::size_t of_page = page_features().size(), width = list.size();
  std::vector<float> rows(view.runs.size() * width);
  for (std::size_t f = 0; f < width; ++f) {
    if (f + of_page >= width) {
      const float value = view.runs.empty() ? 0 : list[f].value(view, 0);
      for (std::size_t r = 0; r < view.runs.size(); ++r) rows[r * width + f] = value;
    } else {
      for (std::size_t r = 0; r < view.runs.size(); ++r) rows[r * width + f] = list[f].value(view, static_cast<RunId>(r));
    }
  }
  return rows;
}

}  // namespace pith
