// What the second forest sees besides the features of the first: the first one's results for the surrounding runs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/view/feature_table.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

class ContextView {
 public:
  // `probabilities` has one number per run. Both outlive the view.
  ContextView(const PageView& page, std::span<const float> probabilities);

  const PageView& page;
  std::span<const float> p;

  // Expected content words before each run, plus one total at the end.
  std::vector<float> content_before;
  std::vector<float> path_content, path_best;  // by path: expected content words, highest probability
  float threshold = 0.5f;  // of the decision by expected F1 (core/extract/main_content/detail/features/decision.h)
  std::array<Centre, 2> centres;  // smallest elements with 55 % and 85 % of the expected content
  std::vector<std::uint16_t> since_content, until_content;  // runs since and until the last and next probable one

  float content_of(RunId begin, RunId end) const { return content_before[end] - content_before[begin]; }
};

struct ContextFeature {
  std::string_view name;
  float (*value)(const ContextView& view, RunId run);
};
std::span<const ContextFeature> context_features();

// Adds these to the first forest's features, for the runs from `first_run` on.
void add_context(const ContextView& view, FeatureTable& table, RunId first_run = 0);

}  // namespace pith
