#include "core/main_content/site_statistics.h"

#include <algorithm>

namespace pith {
namespace {

void sort_unique(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// One entry a path, sums of all with it.
void merge(std::vector<PageSummary::Place>& places) {
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (kept > 0 && places[kept - 1].path == places[i].path) {
      places[kept - 1].words += places[i].words;
      places[kept - 1].content += places[i].content;
    } else {
      places[kept++] = places[i];
    }
  }
  places.resize(kept);
}

}  // namespace

PageSummary summarise(const PageView& view, std::span<const float> probabilities) {
  PageSummary out;
  std::vector<float> content_before(view.runs.size() + 1, 0);
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const ViewRun& run = view.runs[r];
    const auto words = static_cast<float>(run.text.words);
    content_before[r + 1] = content_before[r] + words * probabilities[r];
    out.runs.push_back({view.elements[run.top].path, run.hash, words});
    out.texts.push_back(run.hash);
    out.masked_texts.push_back(run.masked_hash);
    out.run_places.push_back({view.elements[run.top].path, words, words * probabilities[r]});
  }
  for (NodeId n = 0; n < view.page.size(); ++n) {
    if (!view.page[n].is_element()) continue;
    const RunId begin = view.first_run(n), end = view.end_run(n);
    if (begin == end) continue;
    out.element_places.push_back(
        {view.elements[n].path, static_cast<float>(view.of(n).words), content_before[end] - content_before[begin]});
  }
  sort_unique(out.texts);
  sort_unique(out.masked_texts);
  merge(out.run_places);
  merge(out.element_places);
  return out;
}

std::uint32_t SiteStatistics::find(const Counts& counts, std::uint64_t key) {
  const auto at = counts.find(key);
  return at == counts.end() ? 0 : at->second;
}

const SiteStatistics::Place& SiteStatistics::find_place(const Places& places, std::uint64_t key) {
  static const Place none;
  const auto at = places.find(key);
  return at == places.end() ? none : at->second;
}

void SiteStatistics::add(Places& places, std::span<const PageSummary::Place> more) {
  for (const PageSummary::Place& place : more) {
    Place& sum = places[place.path];
    ++sum.pages;
    sum.words += place.words;
    sum.content += place.content;
  }
}

void SiteStatistics::absorb(const PageSummary& page) {
  ++pages_;
  runs_.insert(runs_.end(), page.runs.begin(), page.runs.end());
  for (const std::uint64_t text : page.texts) ++texts_[text];
  for (const std::uint64_t text : page.masked_texts) ++masked_[text];
  add(run_places_, page.run_places);
  add(element_places_, page.element_places);
}

void SiteStatistics::finish() {
  for (const PageSummary::Text& run : runs_)
    if (find(texts_, run.hash) > 1) run_places_[run.path].repeated += run.words;
  runs_.clear();
}

bool is_copy(const PageView& key, const PageSummary& sibling) {
  std::size_t runs = 0, shared = 0;
  for (const ViewRun& run : key.runs) {
    if (run.text.words < 20) continue;
    ++runs;
    shared += std::binary_search(sibling.texts.begin(), sibling.texts.end(), run.hash);
  }
  return runs >= 2 && shared * 2 > runs;
}

}  // namespace pith
