#include "plugin/lab/reliability.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/number.h"

namespace pith::eval {
namespace {

template <typename F>
void each_outcome(const Evaluation& evaluation, std::size_t system, F&& use) {
  for (const SetOutcome& set : evaluation.sets)
    for (const PageOutcome& page : set.pages)
      if (page.skipped.empty()) use(set.set.pages[page.page], page.systems[system]);
}

Table confidence_table(const Evaluation& evaluation, std::size_t system) {
  struct Step {
    std::size_t pages = 0;
    double confidence = 0, f1 = 0;
  };
  std::array<Step, 10> steps{};
  std::size_t pages = 0;
  each_outcome(evaluation, system, [&](const LabelledPage&, const Outcome& outcome) {
    const auto& score = outcome.scores[static_cast<std::size_t>(Metric::words)];
    if (!outcome.confidence || !score) return;
    Step& step = steps[std::min<std::size_t>(static_cast<std::size_t>(*outcome.confidence * 10), 9)];
    ++step.pages;
    ++pages;
    step.confidence += *outcome.confidence;
    step.f1 += score->f1;
  });
  Table table{.title = evaluation.systems[system].label + ": confidence against word F1",
              .header = {"confidence", "pages", "mean confidence", "mean F1"},
              .rows = {},
              .note = {}};
  double apart = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& s = steps[i];
    if (s.pages == 0) continue;
    const auto count = static_cast<double>(s.pages);
    apart += std::abs(s.confidence - s.f1) / static_cast<double>(pages);
    table.rows.push_back({fmt::format("{:.1f} to {:.1f}", static_cast<double>(i) / 10, static_cast<double>(i + 1) / 10),
                          std::to_string(s.pages), fmt::format("{:.3f}", s.confidence / count),
                          fmt::format("{:.3f}", s.f1 / count)});
  }
  table.note = fmt::format(
      "Averaged over pages, confidence and F1 of a step differ by {:.3f} (expected calibration error).", apart);
  return table;
}

// Sites, worst first. A mean over pages hides a site that fails as a whole, and so does a calibration by page.
Table site_table(const Evaluation& evaluation, std::size_t system) {
  constexpr std::size_t shown = 10;
  constexpr double failed = .7;  // F1 below which a site counts as failed, and confidence above which nothing says so
  struct Site {
    std::size_t pages = 0;
    double confidence = 0, f1 = 0;  // sums, then means
  };
  std::map<std::pair<std::string, std::string>, Site> by_name;  // by set and site
  for (const SetOutcome& set : evaluation.sets)
    for (const PageOutcome& page : set.pages) {
      if (!page.skipped.empty()) continue;
      const Outcome& outcome = page.systems[system];
      const auto& score = outcome.scores[static_cast<std::size_t>(Metric::words)];
      if (!outcome.confidence || !score) continue;
      Site& site = by_name[{set.set.name, set.set.pages[page.page].site}];
      ++site.pages;
      site.confidence += *outcome.confidence;
      site.f1 += score->f1;
    }
  std::vector<std::pair<std::pair<std::string, std::string>, Site>> sites(by_name.begin(), by_name.end());
  double apart = 0;
  std::size_t low = 0, unnoticed = 0;
  for (auto& [name, site] : sites) {
    site.confidence /= static_cast<double>(site.pages);
    site.f1 /= static_cast<double>(site.pages);
    apart += std::abs(site.confidence - site.f1) / static_cast<double>(sites.size());
    low += site.f1 < failed;
    unnoticed += site.f1 < failed && site.confidence > failed;
  }
  std::ranges::stable_sort(sites, {}, [](const auto& entry) { return entry.second.f1; });
  Table table{.title = evaluation.systems[system].label + ": worst sites",
              .header = {"set", "site", "pages", "mean F1", "mean confidence"},
              .rows = {},
              .note = {}};
  for (std::size_t i = 0; i < std::min(shown, sites.size()); ++i) {
    const auto& [name, site] = sites[i];
    table.rows.push_back({name.first, name.second, std::to_string(site.pages), fmt::format("{:.3f}", site.f1),
                          fmt::format("{:.3f}", site.confidence)});
  }
  table.note = fmt::format(
      "{} of {} {} a mean F1 under {:.2f}, {} of these with a mean confidence over {:.2f}. Averaged over sites, mean "
      "confidence and mean F1 differ by {:.3f} (calibration error by site).",
      low, counted(sites.size(), "site"), low == 1 ? "has" : "have", failed, unnoticed, failed, apart);
  return table;
}

// The extractors' name for a type that labels name differently.
std::string_view said_as(std::string_view label) {
  return label == "forum" ? "thread" : label == "collection" ? "listing" : label;
}

Table type_table(const Evaluation& evaluation, std::size_t system) {
  std::map<std::string, std::array<std::size_t, page_type_names.size()>> counts;
  std::size_t pages = 0, right = 0;
  each_outcome(evaluation, system, [&](const LabelledPage& page, const Outcome& outcome) {
    if (!outcome.type || page.type.empty()) return;
    ++counts[page.type][static_cast<std::size_t>(*outcome.type)];
    if (std::ranges::find(page_type_names, said_as(page.type)) == page_type_names.end()) return;
    ++pages;
    right += name_of(*outcome.type) == said_as(page.type);
  });
  Table table{.title = evaluation.systems[system].label + ": page types, labelled (rows) and predicted (columns)",
              .header = {"label"},
              .rows = {},
              .note = {}};
  for (const std::string_view name : page_type_names) table.header.emplace_back(name);
  for (const auto& [label, said] : counts) {
    std::vector<std::string> row{label};
    for (const std::size_t count : said) row.push_back(std::to_string(count));
    table.rows.push_back(std::move(row));
  }
  if (pages > 0)
    table.note = fmt::format(
        "{:.1f} % of {} whose label is a type are right; thread means forum, listing also means collection.",
        100.0 * static_cast<double>(right) / static_cast<double>(pages), counted(pages, "page"));
  return table;
}

}  // namespace

std::vector<Table> reliability_tables(const Evaluation& evaluation) {
  std::vector<Table> out;
  for (std::size_t s = 0; s < evaluation.systems.size(); ++s)
    for (Table table : {confidence_table(evaluation, s), site_table(evaluation, s), type_table(evaluation, s)})
      if (!table.rows.empty()) out.push_back(std::move(table));
  return out;
}

}  // namespace pith::eval
