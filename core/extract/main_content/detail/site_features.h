// What the third forest sees: what the site's other pages have in the place of a run.
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
  // `probabilities` has one number per run, from the page alone. All arguments outlive the view.
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

// How much the siblings share the page's template: the mean share of the page's expected content in places that a
// sibling has too. 0 to 1.
float kinship(const SiteView& view);

// site_features().size() numbers per run of `runs`. Only useful with at least one sibling.
FeatureTable site_table(const SiteView& view, RunRange runs);

}  // namespace pith
