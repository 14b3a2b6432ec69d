#include "core/extract/main_content/training.h"

#include <utility>

#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/detail/features/second_features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/rules/quality.h"
#include "core/extract/main_content/detail/site/site_features.h"
#include "core/extract/main_content/detail/view/text_scan.h"

namespace pith {
namespace {

template <typename List>
std::vector<std::string_view> names_of(const List& list) {
  std::vector<std::string_view> out;
  for (const auto& feature : list) out.push_back(feature.name);
  return out;
}

// Calls use(OtherPages) with the site's other pages, of which there may be none.
template <typename Use>
auto with_others(const SiteOfPage& site, const Use& use) {
  static const SiteStatistics nothing;
  const auto* own = static_cast<const PageSummary*>(site.own.get());
  return use(OtherPages(site.others ? static_cast<const SiteStatistics&>(*site.others) : nothing,
                        own ? std::span(&own, 1) : std::span<const PageSummary* const>(), own));
}

}  // namespace

const FeatureNames& feature_names() {
  static const FeatureNames names = {.first = names_of(features()),
                                     .second = {second_features().begin(), second_features().end()},
                                     .site = {site_features().begin(), site_features().end()},
                                     .quality = names_of(quality_features()),
                                     .page = names_of(page_features())};
  return names;
}

PageWords page_words(const PageView& page) {
  PageWords out{.hashes = page.runs.words, .runs = {}};
  for (const ViewRun& run : page.runs) out.runs.push_back({run.begin, run.end, run.first_word, run.text.words});
  return out;
}

std::vector<std::uint32_t> word_hashes(std::string_view text) {
  std::vector<std::uint32_t> out;
  scan_text(text, out);
  return out;
}

std::shared_ptr<const SiteAnalyser::Summary> page_summary(const PageView& page, const Model& model) {
  return std::make_shared<const PageSummary>(summarise(page, judge_page(page, page_row(page), model)));
}

std::vector<float> first_rows(const PageView& page) { return feature_table(page, page_row(page)).by_row(); }

std::vector<float> second_rows(const PageView& page, const Model& model) {
  FeatureTable table = feature_table(page, page_row(page));
  auto first = margins_of(model.first, table);
  for (float& value : first) value = probability(value);
  SecondFeatures(page, first).add(table);
  return table.by_row();
}

std::shared_ptr<const SiteAnalyser::Statistics> learn_site(
    std::span<const std::shared_ptr<const SiteAnalyser::Summary>> pages) {
  std::vector<const PageSummary*> summaries;
  for (const auto& page : pages) summaries.push_back(static_cast<const PageSummary*>(page.get()));
  return std::make_shared<const SiteStatistics>(summaries);
}

std::vector<float> site_rows(const PageView& page, const Model& model, const SiteOfPage& site) {
  return with_others(site, [&](const OtherPages& others) {
    if (others.pages() == 0) return std::vector<float>(page.runs.size() * site_features().size(), 0);
    const PageSummary summary = summarise(page, judge_page(page, page_row(page), model));
    return site_table(SiteView(summary, others), page.all_runs()).by_row();
  });
}

JudgedChoice judged_choice(const PageView& page, const Model& model, const SiteOfPage& site) {
  return with_others(site, [&](const OtherPages& others) {
    const std::vector<float> of_page = page_row(page);
    const auto p = judge_with_site(page, judge_page(page, of_page, model), others, model);
    Choice choice = choose_runs(page, of_page, p, judge_type(page, of_page, model), others.count(), model);
    std::vector<float> row = quality_row(view_choice(page, p, choice.runs, others.count()), of_page);
    return JudgedChoice{std::move(choice.runs), std::move(row)};
  });
}

}  // namespace pith
