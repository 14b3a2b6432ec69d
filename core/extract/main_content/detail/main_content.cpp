#include "core/extract/main_content/detail/main_content.h"

#include <algorithm>
#include <cstdint>

#include "core/base/keyed_hash.h"
#include "core/extract/main_content/detail/completion.h"
#include "core/extract/main_content/detail/context.h"
#include "core/extract/main_content/detail/decision.h"
#include "core/extract/main_content/detail/features.h"
#include "core/extract/main_content/detail/forest.h"
#include "core/extract/main_content/detail/quality.h"
#include "core/extract/main_content/detail/site_features.h"

namespace pith {
namespace {

constexpr std::uint32_t long_text = 8;  // words: too many to be on two pages by chance
constexpr float template_probability = 0.05f;
// Content of siblings in a place is weaker evidence than text that they repeat, and no evidence at all for a short
// text: without this rule, siblings make results worse for pages with short contents.
constexpr float gain_weight = 0.5f;
constexpr std::uint32_t long_enough_to_gain = 15;  // words
// Nor is it strong evidence against a text that no sibling has: long pages of manuals have unique parts.
constexpr float loss_weight = 0.25f;
constexpr std::uint32_t copied_text = 12;  // words: shorter ones may be repeated on purpose

void to_probabilities(std::vector<float>& margins) {
  for (float& value : margins) value = probability(value);
}

void append(std::vector<float>& numbers, const std::vector<float>& more) {
  numbers.insert(numbers.end(), more.begin(), more.end());
}

bool in_code(const PageView& page, RunId r) { return page.around[r].distance(Place::code) < 255; }

// A long text on most siblings is template whatever it looks like (copies of the page were not counted). So is a short
// one that is on all of many siblings, in a place where they have little content; section headings of a manual are in
// places where they have much.
bool is_template(const ViewRun& run, float repeated, const SiteStatistics::Place& place, std::uint32_t pages) {
  if (run.text.words >= long_text) return pages >= 2 && repeated > 0.5f;
  return pages >= SampleShare::large_sample && repeated == 1 && place.content <= 0.5f;
}

// If a chosen text is on the page more than once, such as the same page for narrow and for wide screens, one copy is
// enough: the first visible one, or the first. A text that recurs in the same kind of place, after others, is meant to:
// a manual says the same of two functions. Lines of code may be alike.
void drop_copies(const PageView& page, std::vector<char>& runs) {
  KeyedMap<std::uint64_t, RunId> taken;
  RunId last = 0;
  for (RunId r = 0; r < page.runs.size(); ++r) {
    const ViewRun& run = page.runs[r];
    if (!runs[r] || run.text.words < copied_text || in_code(page, r)) continue;
    const auto [at, fresh] = taken.emplace(run.hash, r);
    const ViewRun& before = page.runs[at->second];
    const bool same_path = page.paths.by_run[at->second] == page.paths.by_run[r];
    const bool alike = same_path && before.hidden == run.hidden;
    const bool better = before.hidden && !run.hidden;
    if (!fresh && !(alike && page.runs[last].hash != run.hash)) runs[better ? at->second : r] = false;
    if (better) at->second = r;
    last = r;
  }
}

}  // namespace

std::vector<float> judge_page(const PageView& page, std::span<const float> of_page, const Model& model, Stages stages,
                              std::optional<FeatureTable>* rows, Stop* stop) {
  const std::size_t runs = page.runs.size();
  std::optional<FeatureTable>
      table;  // for the previous part; the second pass needs it again, and large pages must rebuild it
  std::vector<float> margins;
  const auto make = [&](RunRange part) {
    table.reset();
    table.emplace(feature_table(page, of_page, part, context_features().size()));
  };
  const auto keep = [&](RunRange part) {
    if (rows && part.begin == 0) *rows = *table;
  };
  each_part(runs, [&](RunRange part) {
    if (is_over(stop)) return;
    make(part);
    append(margins, margins_of(model.first, *table));
    if (!stages.second) keep(part);
  });
  margins.resize(runs);
  std::vector<float> p = margins;
  to_probabilities(p);
  if (!stages.second || runs == 0 || is_over(stop)) return p;
  const ContextView context(page, p);
  std::vector<float> correction;
  each_part(runs, [&](RunRange part) {
    if (is_over(stop)) return;
    if (table->rows() != runs) make(part);
    add_context(context, *table, part.begin);
    append(correction, margins_of(model.second, *table));
    keep(part);
  });
  correction.resize(runs);
  for (std::size_t r = 0; r < runs; ++r) p[r] = probability(margins[r] + correction[r]);
  return p;
}

std::vector<float> judge_with_site(const PageView& page, std::span<const float> alone, const SiteStatistics& site,
                                   const Model& model) {
  std::vector<float> out(alone.begin(), alone.end());
  if (site.pages() == 0) return out;
  const SiteView view(page, alone, site);
  std::vector<float> correction;
  each_part(page.runs.size(),
            [&](RunRange part) { append(correction, margins_of(model.site, site_table(view, part))); });
  // Siblings of another template say little, except by what they repeat; few of them say less; and a place that they do
  // not have is no evidence for a run.
  const float kin = kinship(view), enough = std::min(1.0f, 0.5f + static_cast<float>(site.pages()) / 8);
  for (std::size_t r = 0; r < out.size(); ++r) {
    const SiteStatistics::Place& place = site.run_place(page.elements[page.runs[r].top].path);
    if (is_template(page.runs[r], view.repeated[r], place, site.pages())) {
      out[r] = std::min(out[r], template_probability);
      continue;
    }
    const bool known = place.pages > 0;
    float change = correction[r];
    if (change > 0) change *= known && page.runs[r].text.words >= long_enough_to_gain ? gain_weight : 0;
    if (change < 0 && view.repeated[r] == 0) change *= loss_weight;
    const float weight = change < 0 ? std::max(kin, view.repeated[r]) : kin;
    out[r] = probability(margin_of(out[r]) + weight * enough * change);
  }
  return out;
}

TypeProbabilities judge_type(std::span<const float> of_page, const Model& model) {
  TypeProbabilities out{};
  for (std::size_t t = 0; t < out.size(); ++t) out[t] = probability(margin_of_row(model.types[t], of_page));
  return out;
}

PageType likeliest(const TypeProbabilities& types) {
  const auto best = std::max_element(types.begin(), types.end());
  return *best < 0.2f ? PageType::other : static_cast<PageType>(best - types.begin());
}

Choice choose_runs(const PageView& page, std::span<const float> of_page, std::span<const float> p,
                   const TypeProbabilities& types, std::uint32_t siblings, const Model& model) {
  std::vector<std::uint32_t> words;
  for (const ViewRun& run : page.runs) words.push_back(run.text.words);
  // For articles the labels agree, and a fixed threshold is best; for other pages, one that fits the page's certainty.
  constexpr float fixed = 0.45f;
  const float article = types[static_cast<std::size_t>(PageType::article)];
  const float fitting = decide(p, words).threshold;
  const float highest = p.empty() ? 1 : *std::max_element(p.begin(), p.end());
  const float threshold = std::min(article * fixed + (1 - article) * fitting, highest);
  Choice out{.runs = {}, .threshold = threshold};
  for (std::size_t r = 0; r < p.size(); ++r) out.runs.push_back(p[r] >= threshold);
  drop_copies(page, out.runs);
  const std::vector<float> row = quality_row(view_choice(page, p, out.runs, siblings), of_page);
  out.confidence = probability(margin_of_row(model.quality, row));
  complete_runs(page, out.runs);
  return out;
}

}  // namespace pith
