// Samples of sites for tests: pages summarised as in the pipeline, without a cache.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/registry.h"
#include "core/extract/site/site_model.h"

namespace pith::test {

inline SampledPage sampled_page(std::uint64_t id, const PageView& view, const SiteModel::SiteAnalysers& analysers) {
  SampledPage page{.id = id, .sketch = sketch_of(view), .summaries = {}};
  for (const auto& analyser : analysers)
    page.summaries.push_back(analyser->read(analyser->summarise(view, analyser->features(view, nullptr).get())));
  return page;
}

// Considers half of every text content, so that what it learns is easy to predict.
class HalfAnalyser final : public SiteAnalyser {
 public:
  std::string version() const override { return "half/1"; }
  std::string summarise(const PageView& page, const Features*) const override {
    return to_bytes(pith::summarise(page, std::vector<float>(page.runs.size(), 0.5f)));
  }
  std::shared_ptr<const Summary> read(std::string_view bytes) const override {
    auto summary = from_bytes(bytes);
    return summary ? std::make_shared<const PageSummary>(std::move(*summary)) : nullptr;
  }
  std::shared_ptr<const Statistics> learn(std::span<const Summary* const> pages) const override {
    std::vector<const PageSummary*> summaries;
    for (const Summary* page : pages) summaries.push_back(static_cast<const PageSummary*>(page));
    return std::make_shared<const SiteStatistics>(summaries);
  }
  std::shared_ptr<const Statistics> read_statistics(std::string_view bytes) const override {
    auto statistics = SiteStatistics::read(bytes);
    return statistics ? std::make_shared<const SiteStatistics>(*std::move(statistics)) : nullptr;
  }
};

inline SiteModel::SiteAnalysers half_analyser() { return {std::make_shared<const HalfAnalyser>()}; }

// The default extractor's sample.
inline SiteModel::SiteAnalysers default_site_analyser() {
  const std::shared_ptr<const Extractor> extractor = std::move(*make_extractor("pith"));
  return {std::shared_ptr<const SiteAnalyser>(extractor, extractor->site_analyser())};
}

// What such an analyser teaches a page of the site. The model outlives it.
inline OtherPages others_in(const SiteModel& model, std::uint64_t page, const PageSummary* own) {
  static const SiteStatistics nothing;
  const auto known = model.statistics(0);
  return OtherPages(known ? static_cast<const SiteStatistics&>(*known) : nothing,
                    model.is_taught_by(page, 0) ? std::span(&own, 1) : std::span<const PageSummary* const>(), own);
}
inline OtherPages others_in(const SiteModel& model, const SampledPage& page) {
  return others_in(model, page.id, static_cast<const PageSummary*>(page.summaries[0].get()));
}

}  // namespace pith::test
