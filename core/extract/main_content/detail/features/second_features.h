// What the second forest sees besides the features of the first: the first one's results for the surrounding runs, and
// for the places around a run.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/extract/main_content/detail/features/context.h"
#include "core/extract/main_content/detail/site/site_features.h"
#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/feature_table.h"
#include "core/extract/main_content/detail/view/page_summary.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Names of the columns.
std::span<const std::string_view> second_features();

class SecondFeatures {
 public:
  // `probabilities` has one number per run. Both outlive this.
  SecondFeatures(const PageView& page, std::span<const float> probabilities);
  SecondFeatures(const SecondFeatures&) = delete;

  // Adds second_features().size() columns to the first forest's features, for the runs from `first_run` on.
  void add(FeatureTable& table, RunId first_run = 0) const;

 private:
  ContextView context_;
  PageSummary summary_;
  OtherPages nobody_;
  SiteView places_;
};

}  // namespace pith
