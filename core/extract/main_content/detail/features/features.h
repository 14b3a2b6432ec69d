// What the first forest looks at: one number per feature and text run.
//
// A feature is a function of the page and a run, and has one line in the list of its file. The order of features() is
// that of the columns that the model was trained on (plugin/lab/training/train), so the model names them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/view/feature_table.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

struct Feature {
  std::string_view name;
  float (*value)(const PageView& view, RunId run);
};

// All features, in the order of the columns.
std::span<const Feature> features();

// The lists that features() is made of.
std::span<const Feature> text_features();       // the run and its neighbours
std::span<const Feature> element_features();    // tags, names and places around it
std::span<const Feature> container_features();  // what the elements around it hold
std::span<const Feature> group_features();      // repeated subtrees: comments, posts, teasers, cards
std::span<const Feature> page_features();       // the same for all runs of a page

// page_features().size() numbers: zeros for a page without runs.
std::vector<float> page_row(const PageView& view);

// One row per run of `runs`, of features().size() numbers, with room for more. `of_page` is the page's page_row.
FeatureTable feature_table(const PageView& view, std::span<const float> of_page, RunRange runs, std::size_t room = 0);
// Of all runs.
inline FeatureTable feature_table(const PageView& view, std::span<const float> of_page) {
  return feature_table(view, of_page, view.all_runs());
}

// A number that means "none".
inline constexpr float nothing = -1;

inline float share(double part, double whole) { return whole > 0 ? static_cast<float>(part / whole) : 0; }

}  // namespace pith
