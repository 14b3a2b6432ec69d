#include "core/extract/main_content/detail/features/second_features.h"

#include <vector>

namespace pith {
namespace {

const SiteStatistics& no_site() {
  static const SiteStatistics instance;
  return instance;
}

}  // namespace

std::span<const std::string_view> second_features() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> out;
    for (const ContextFeature& feature : context_features()) out.push_back(feature.name);
    const auto places = place_features_alone();
    out.insert(out.end(), places.begin(), places.end());
    return out;
  }();
  return names;
}

SecondFeatures::SecondFeatures(const PageView& page, std::span<const float> probabilities)
    : context_(page, probabilities),
      summary_(summarise(page, probabilities)),
      nobody_(no_site(), {}),
      places_(summary_, nobody_) {}

void SecondFeatures::add(FeatureTable& table, RunId first_run) const {
  add_context(context_, table, first_run);
  add_places(places_, table, first_run);
}

}  // namespace pith
