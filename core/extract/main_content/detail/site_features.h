// What the third forest looks at: what the site's other pages have in the place of a run.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/feature_table.h"
#include "core/extract/main_content/detail/page_view.h"
#include "core/extract/main_content/detail/site_statistics.h"

namespace pith {

class SiteView {
 public:
  // `probabilities` has a number a run: what the page by itself says. All arguments outlive the view.
  SiteView(const PageView& page, std::span<const float> probabilities, const SiteStatistics& site);

  const PageView& page;
  std::span<const float> p;
  const SiteStatistics& site;

  std::vector<float> repeated;  // by run: share of the siblings with its text
  std::vector<float> often_before,
      any_before;               // before each run, one more at the end: words of texts that more than 40 % of
                                // the siblings have, that any has
  std::vector<float> path_any;  // the latter by path
};

struct SiteFeature {
  std::string_view name;
  float (*value)(const SiteView& view, RunId run);
};
std::span<const SiteFeature> site_features();

// How far the siblings are pages of the same template: the share of the page's expected content that stands in places
// which a sibling has, on the average. 0 to 1.
float kinship(const SiteView& view);

// site_features().size() numbers a run of `runs`. Only of use with at least one sibling.
FeatureTable site_table(const SiteView& view, RunRange runs);

}  // namespace pith
