// What to expect of a choice of runs: its F1, from how certain the choice is and what kind of page it is.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// A choice of runs of a page.
struct ChoiceView {
  const PageView& page;
  std::span<const float> p;      // of the runs
  std::span<const char> chosen;  // of the runs
  std::uint32_t siblings;

  // Words of the page by certainty: sums over the runs.
  float taken = 0, expected = 0, found = 0, sure = 0, unsure = 0, variance = 0, best = 0, pieces = 0;
};
ChoiceView view_choice(const PageView& page, std::span<const float> p, std::span<const char> chosen,
                       std::uint32_t siblings);

struct QualityFeature {
  std::string_view name;
  float (*value)(const ChoiceView& view);
};

// These are followed by page_features() (core/extract/main_content/detail/features/features.h).
std::span<const QualityFeature> quality_features();
// `of_page` is the page's page_row.
std::vector<float> quality_row(const ChoiceView& view, std::span<const float> of_page);

}  // namespace pith
